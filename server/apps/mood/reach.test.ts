/**
 * Who may read which report: every reader against every report, through every call that returns reports (wire.md
 * “Mood”).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUser, updatePermissions } from '#contract/apps/accounts.ts'
import { deleteDepartment, listDepartments, updateDepartment } from '#contract/apps/checklist.ts'
import * as calls from '#contract/apps/mood.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

type Report = calls.MoodReport

/** Two weeks. In the second one an employee of the month can be nominated. */
const FIRST = '2026-03-19T10:00:00.000Z'
const SECOND = '2026-03-26T10:00:00.000Z'

/** The reports, named by the case that each stands for. */
const REPORTS = [
  'own',
  'other department',
  'former manager',
  'manager moved',
  'no manager',
  'deleted author',
  'gone manager',
  'dept manager’s own',
] as const
type Kind = (typeof REPORTS)[number]

/** The reports that each reader may read, by scope. */
const REACH: Readonly<Record<string, Readonly<Partial<Record<calls.MoodScope, readonly Kind[]>>>>> = {
  'the manager': { normalManager: ['own', 'manager moved', 'deleted author'] },
  'a manager of another department': { normalManager: ['other department'] },
  'the former manager': { normalManager: ['former manager'] },
  'the department manager': {
    normalManager: ['dept manager’s own'],
    deptManager: ['own', 'former manager', 'deleted author', 'gone manager', 'dept manager’s own'],
  },
  'the department manager of another department': {
    normalManager: [],
    deptManager: ['other department', 'manager moved'],
  },
  'a department manager without a department': { normalManager: [], deptManager: [] },
  'a mood admin': { moodAdmin: REPORTS },
  'a mood admin who is a manager': { normalManager: [], moodAdmin: REPORTS },
  'an admin without a permission': {},
  staff: {},
  'the nominee': {},
}

let portal: Portal
let boss: TestUser
const people: Record<string, TestUser> = {}
const reports = {} as Record<Kind, Report>
const periods: number[] = []

const giveManager = (user: TestUser, cepManager: number | null) =>
  portal.call(updatePermissions, { as: boss.token, params: { id: user.id }, body: { cepManager } })
const move = (user: TestUser, dept: string) =>
  portal.call(updatePermissions, { as: boss.token, params: { id: user.id }, body: { dept } })
const remove = (user: TestUser) => portal.call(deleteUser, { as: boss.token, params: { id: user.id } })

async function send(user: TestUser, nominee: TestUser | null = null): Promise<Report> {
  const open = (await portal.call(calls.listOpenPeriods, { as: user.token })).body as calls.DateRange[]
  const timePeriod = open.at(-1)?._id ?? 0
  if (!periods.includes(timePeriod)) periods.push(timePeriod)
  const levels = { moraleLevel: 4, stressLevel: 3, workloadLevel: 2, highComment: 'Sun', lowComment: 'Rain' }
  const body = { timePeriod, ...levels, nominatedEmployee: nominee?.id ?? null }
  const answer = await portal.call(calls.submitMoodReport, { as: user.token, body })
  expect(answer.status).toBe(201)
  return answer.body
}

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(FIRST)
  const add = portal.addUser
  boss = await add({ name: 'Boss', isAdmin: true })
  const isCepManager = true
  const mia = await add({ name: 'Mia', dept: 'Sales', flags: { isCepManager } })
  const finn = await add({ name: 'Finn', dept: 'Sales', flags: { isCepManager } })
  const gone = await add({ name: 'Gone', dept: 'Sales', flags: { isCepManager } })
  const max = await add({ name: 'Max', dept: 'Care', flags: { isCepManager } })
  const dora = await add({ name: 'Dora', dept: 'Sales', flags: { isCepDeptManager: true } })
  const carla = await add({ name: 'Carla', dept: 'Care', flags: { isCepManager, isCepDeptManager: true } })
  Object.assign(people, {
    'the manager': mia,
    'the former manager': finn,
    'a manager of another department': max,
    'the department manager': dora,
    'the department manager of another department': carla,
    'a department manager without a department': await add({ flags: { isCepDeptManager: true } }),
    'a mood admin': await add({ flags: { mood_admin: true } }),
    'a mood admin who is a manager': await add({ flags: { mood_admin: true, isCepManager } }),
    'an admin without a permission': boss,
    staff: await add({ dept: 'Sales', flags: { access_mood: true, isCEP: true } }),
    'the nominee': await add({ dept: 'Sales', flags: { access_mood: true, isCEP: true } }),
  })
  const writer = (name: string, manager?: TestUser) =>
    add({ name, dept: 'Sales', flags: { access_mood: true }, ...(manager ? { manager: manager.id } : {}) })

  const ann = await writer('Ann', finn)
  reports['former manager'] = await send(ann)
  const leaving = await writer('Leah', mia)
  reports['deleted author'] = await send(leaving)
  const lone = await writer('Gus', gone)
  reports['gone manager'] = await send(lone)

  portal.setNow(SECOND)
  await giveManager(ann, mia.id)
  reports.own = await send(ann, people['the nominee'])
  reports['other department'] = await send(await writer('Carl', max))
  reports['no manager'] = await send(await writer('Nell'))
  reports['dept manager’s own'] = await send(await writer('Dan', dora))
  await move(mia, 'Care')
  reports['manager moved'] = await send(await writer('Bert', mia))

  // Later changes do not alter who may read a report that has been sent.
  await giveManager(ann, max.id)
  await remove(leaving)
  await remove(gone)
})
afterAll(() => portal.close())

const ids = (list: readonly Report[]) => list.map(({ _id }) => _id).sort((a, b) => a - b)
const idsOf = (kinds: readonly Kind[]) => ids(kinds.map((kind) => reports[kind]))

const REFUSALS: Readonly<Record<calls.MoodScope, string>> = {
  normalManager: 'This scope is for managers.',
  deptManager: 'This scope is for department managers.',
  moodAdmin: 'This scope needs the permission Admin Mood Report.',
}

const LISTS: readonly (readonly [CallDeclaration, calls.MoodScope])[] = [
  [calls.listMyReports, 'normalManager'],
  [calls.listDeptReports, 'deptManager'],
  [calls.listAllReports, 'moodAdmin'],
]

describe.each(Object.entries(REACH))('mood reports that %s may read', (name, scopes) => {
  const ask = (call: CallDeclaration, more: object = {}) =>
    portal.call(call, { as: people[name]?.token ?? '', ...more })
  /** Admins may open the manager views too (spec §6), but without a scope they see nothing. */
  const mayAsk = () => Object.keys(scopes).length > 0 || people[name]?.id === boss.id
  const widest = scopes.moodAdmin ?? scopes.deptManager ?? scopes.normalManager

  test.each(LISTS)('$path returns exactly the reports of its scope, or 403', async (call, scope) => {
    const { status, body } = await ask(call)
    const mine = scopes[scope]
    if (!mine) return expect([status, body.detail]).toEqual([403, expect.stringMatching(/\.$/)])
    expect([status, ids(body)]).toEqual([200, idsOf(mine)])
  })

  test('the list of people and the trends cover exactly the reports of each scope, or answer 403', async () => {
    for (const scope of calls.SCOPES) {
      const [users, trends] = [
        await ask(calls.listMoodUsers, { query: { scope } }),
        await ask(calls.getMoodTrends, { query: { scope } }),
      ]
      const mine = scopes[scope]
      expect([users.status, trends.status], scope).toEqual(mine ? [200, 200] : [403, 403])
      // A person without any scope is refused earlier, by the call's own rule.
      if (!mine && Object.keys(scopes).length > 0)
        expect([users.body.detail, trends.body.detail]).toEqual(Array(2).fill(REFUSALS[scope]))
      if (!mine) continue
      const authors = new Set(mine.map((kind) => reports[kind].user))
      expect(new Set(users.body.map(({ _id }: { _id: number }) => _id)), scope).toEqual(authors)
      expect(users.body, scope).toHaveLength(authors.size)
      const sent = trends.body.weeks.reduce((sum: number, week: { sent: number }) => sum + week.sent, 0)
      expect(sent, scope).toBe(mine.length)
    }
  })

  test('the reports of one person and of one week are those of the widest scope, or answer 403', async () => {
    const seen: Report[] = []
    for (const id of new Set(Object.values(reports).map(({ user }) => user as number))) {
      const { status, body } = await ask(calls.listReportsOfUser, { params: { id } })
      expect(status).toBe(mayAsk() ? 200 : 403)
      if (!mayAsk()) continue
      expect(new Set(body.map(({ user }: Report) => user)).size).toBeLessThan(2)
      seen.push(...body)
    }
    expect(ids(seen)).toEqual(idsOf(widest ?? []))
    const ofWeeks: Report[] = []
    for (const id of periods) {
      const { status, body } = await ask(calls.listReportsOfPeriod, { params: { id } })
      expect(status).toBe(mayAsk() ? 200 : 403)
      if (!mayAsk()) continue
      expect(body.every(({ timePeriod }: Report) => timePeriod === id)).toBe(true)
      ofWeeks.push(...body)
    }
    expect(ids(ofWeeks)).toEqual(idsOf(widest ?? []))
    const nobody = await ask(calls.listReportsOfUser, { params: { id: 99_999 } })
    expect(nobody).toMatchObject(mayAsk() ? { status: 200, body: [] } : { status: 403 })
  })
})

const all = async (): Promise<Report[]> =>
  (await portal.call(calls.listAllReports, { as: people['a mood admin']?.token ?? '' })).body
const read = async (kind: Kind) => (await all()).find(({ _id }) => _id === reports[kind]._id)

test('reports are listed newest first, each as the answer to its submission', async () => {
  const list = await all()
  expect(list.map(({ _id }) => _id)).toEqual(ids(list).reverse())
  for (const kind of REPORTS) expect(list).toContainEqual(reports[kind])
  expect(await read('deleted author')).toMatchObject({ name: 'Leah', user: expect.any(Number) })
  expect(await read('no manager')).toMatchObject({ manager: null })
  expect((await read('manager moved'))?.manager?.empType).toBe('Care')
})

test('a report shows the current name of a department, or the last name of a deleted one', async () => {
  const { body } = await portal.call(listDepartments, { as: boss.token })
  const care = body.find(({ empType }: { empType: string }) => empType === 'Care')._id
  await portal.call(updateDepartment, { as: boss.token, params: { id: care }, body: { empType: 'Customer Care' } })
  expect((await read('manager moved'))?.manager?.empType).toBe('Customer Care')
  await portal.deps.db.updateTable('user').set({ department_id: null }).where('department_id', '=', care).execute()
  await portal.call(deleteDepartment, { as: boss.token, params: { id: care } })
  expect((await read('manager moved'))?.manager?.empType).toBe('Customer Care')
})

test('a missing or unknown scope gets 400', async () => {
  const as = people['a mood admin']?.token ?? ''
  for (const query of [{}, { scope: 'everything' }, { scope: '' }])
    expect((await portal.call(calls.listMoodUsers, { as, query })).status).toBe(400)
})
