/** The sample company's onboarding and offboarding todos, and the progress of people on them. */
import type { TaskOwner } from '#contract/apps/checklist.ts'
import { startOffboarding, startOnboarding } from '../apps/checklist/lists.ts'
import { checkTask, listTasks } from '../apps/checklist/tasks.ts'
import { addTodo } from '../apps/checklist/todos.ts'
import type { Db } from '../db/tables.ts'
import { dayOf } from '../lib/company-time.ts'
import { before, DAY_MS } from '../lib/instants.ts'
import type { Random } from './random.ts'

/** How many days the leaving person has until their last day. */
const DAYS_LEFT = 8

type SampleTodo = readonly [empType: string, title: string, details: string, dueAndOwner?: DueAndOwner]

/** When a todo is due, in days from the start or the last day, and who has to do it. */
interface DueAndOwner {
  readonly dueDays?: number
  readonly owner?: TaskOwner
}

const ONBOARDING: readonly SampleTodo[] = [
  [
    'Everyone',
    'Badge and keys',
    'At the front desk, with an identity card. The badge opens the building from 6 to 22.',
    { dueDays: 0 },
  ],
  [
    'Everyone',
    'Laptop handed over',
    'Encrypted, with the password of the sticker changed. https://intranet.example/laptops',
    { dueDays: 0 },
  ],
  ['Everyone', 'Welcome walk through the house', 'Kitchen, first aid, fire exits, and who sits where.'],
  [
    'Everyone',
    'Safety instruction signed',
    'The form is here: https://intranet.example/safety https://intranet.example/safety-form',
    { dueDays: 3, owner: 'self' },
  ],
  [
    'Everyone',
    'First week agreed with the manager',
    'Three things that will be done by Friday.',
    { dueDays: 5, owner: 'manager' },
  ],
  ['Customer Care', 'Headset and phone number', 'Tested with a call to a colleague.'],
  ['Customer Care', 'Sat in on three calls', 'With three different colleagues.', { dueDays: 7, owner: 'self' }],
  ['Engineering', 'Access to the repositories', 'By https://intranet.example/access, approved by the team lead.'],
  ['Engineering', 'First change is live', 'However small.', { dueDays: 10, owner: 'self' }],
  ['Finance', 'Four-eyes rule explained', 'Who signs what, up to which sum.'],
  ['People & Culture', 'Privacy training', 'https://intranet.example/privacy', { dueDays: 14, owner: 'self' }],
  [
    'Sales',
    'Introduced to the first three customers',
    'Together with whoever looked after them until now.',
    { dueDays: 10, owner: 'manager' },
  ],
]

const OFFBOARDING: readonly SampleTodo[] = [
  ['Everyone', 'Laptop and badge back', 'Checked against the list of what was handed out.', { dueDays: 0 }],
  ['Everyone', 'What only they know is written down', 'And somebody has read it.', { dueDays: -5, owner: 'self' }],
  ['Everyone', 'Accounts closed', 'Everything that is not behind the portal’s own sign-in.', { dueDays: 1 }],
  ['Everyone', 'Goodbye', 'A card, a cake, an honest talk.', { dueDays: -1, owner: 'manager' }],
]

interface Company {
  /** Ids of the people whose onboarding is in progress. */
  readonly newcomers: readonly number[]
  /** Ids of the people who joined earlier. */
  readonly others: readonly number[]
  readonly by: { readonly id: number; readonly name: string }
  readonly now: string
  readonly timeZone: string
}

/** Fills in checklists: newcomers are half-way through, three people are done, one is leaving. */
export async function seedChecklists(db: Db, { newcomers, others, by, now, timeZone }: Company, random: Random) {
  for (const [list, isOffboarding] of [
    [ONBOARDING, false],
    [OFFBOARDING, true],
  ] as const)
    for (const [empType, customMessage, moreInfo, dueAndOwner] of list)
      await addTodo(db, { empType, customMessage, moreInfo, isOffboarding, ...dueAndOwner }, now)

  const at = (daysAgo: number) => before(now, daysAgo * DAY_MS)
  const change = (daysAgo: number) => ({ by, occurredAt: at(daysAgo), baseRev: null, now: at(daysAgo), timeZone })
  async function check(user: number, share: number, daysAgo: number) {
    const list = await listTasks(db, user)
    const done = Math.round(list.length * share)
    for (const [index, { _id }] of list.slice(0, done).entries())
      await checkTask(db, _id, true, change(daysAgo * (1 - (index + 1) / (list.length + 1))))
  }
  async function arrive(user: number, daysAgo: number, share: number) {
    await startOnboarding(db, user, change(daysAgo))
    await check(user, share, daysAgo)
  }
  for (const user of newcomers) await arrive(user, 4, random.between(1, 8) / 10)
  const [leaving, ...settled] = others
  for (const user of settled.slice(0, 3)) {
    const daysAgo = random.between(9, 24)
    await db
      .updateTable('user')
      .set({ created_at: at(daysAgo + 1) })
      .where('id', '=', user)
      .execute()
    await arrive(user, daysAgo, 1)
  }
  if (!leaving) return
  await startOffboarding(db, leaving, change(6), dayOf(at(-DAYS_LEFT), timeZone))
  await check(leaving, 0.5, 6)
}
