/** Checking tasks: how it is kept, said, shown before the server has it, and brought home when it has. */
import * as z from 'zod/mini'
import { checkTask, completeUserTasks, UserTask } from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { byServerClock } from '#src/lib/server-clock.ts'
import { keepChange } from '#src/offline/keep-change.ts'
import type { QueuedKind, SettledChange } from '#src/offline/kind.ts'
import { isAfter, isPartly, type Row } from '#src/offline/row.ts'
import { mergeTasks, withMine, withTask } from './merge.ts'
import { movePerson } from './people.ts'
import { checklists } from './queries.ts'

/** The order unit: what is done on one person's checklist, all tasks at once or one, happens in the order of the taps. */
export const entityOf = (userId: number) => `checklist:${userId}`
export const targetOf = (taskId: number) => `task:${taskId}`

/** Whose checklist a change is of; NaN where it is of none. */
export const userOf = ({ entity }: Pick<Row, 'entity'>): number => Number(/^checklist:(\d+)$/.exec(entity)?.[1])

export const isAll = ({ kind }: Pick<Row, 'kind'>): boolean => kind === completeUserTasks.queues

/** The last “complete all” among these of one person, if it left some as others had them. */
export function partlyDone(rows: readonly Row[]): Row | undefined {
  const last = rows.findLast((row) => isAll(row) && row.state === 'acked')
  return last && isPartly(last) ? last : undefined
}

/** What a kept change wants a task to be; null where it is not ours to read. */
export function wantedBy(row: Pick<Row, 'kind' | 'body'>): boolean | null {
  if (isAll(row)) return true
  const asked = z.safeParse(checkTask.body, row.body)
  return asked.success ? asked.data.isChecked : null
}

/** A task with a change of this device in it. What is checked already keeps who checked it and when. */
export function applyToTask(task: UserTask, row: Row): UserTask {
  const isChecked = wantedBy(row)
  if (isChecked === null || isChecked === task.isChecked) return task
  const made = isChecked
    ? { checkedAt: byServerClock(row.occurredAt), checkedBy: session.get()?.name ?? null }
    : { checkedAt: null, checkedBy: null }
  return { ...task, isChecked, ...made }
}

/** Whose checklist it is. */
export interface Owner {
  readonly id: number
  readonly name: string
}

const about = ({ name }: Owner, title: string) => (name ? `${name}: ${title}` : title)

interface Check {
  readonly owner: Owner
  /** The record that was on screen. */
  readonly task: UserTask
  readonly isChecked: boolean
  /** The refused change that this one does anew. */
  readonly repeats?: string | undefined
}

/** Checks a task, or opens it again: safe on this device once the promise settles, and sent as soon as there is a line. */
export async function setChecked({ owner, task, isChecked, repeats }: Check): Promise<void> {
  const me = session.get()
  if (!me) return
  await keepChange({
    call: checkTask,
    userId: me._id,
    entity: entityOf(owner.id),
    target: targetOf(task._id),
    params: { id: task._id },
    body: { isChecked },
    about: about(owner, task.customMessage),
    baseRev: task.rev ?? null,
    // Of what was not sent yet only the last word on a task counts.
    merges: targetOf(task._id),
    undoes: (earlier) => wantedBy(earlier) === !isChecked,
    ...(repeats === undefined ? {} : { repeats }),
  })
}

/** Checks all that is open. */
export async function completeAll(owner: Owner, repeats?: string): Promise<void> {
  const me = session.get()
  if (!me) return
  await keepChange({
    call: completeUserTasks,
    userId: me._id,
    entity: entityOf(owner.id),
    target: entityOf(owner.id),
    params: { id: owner.id },
    body: undefined,
    about: owner.name,
    baseRev: null,
    merges: 'all',
    ...(repeats === undefined ? {} : { repeats }),
  })
}

/** Refused, or not to be read: what is on screen was perhaps not what the server has. */
const readAgain = () => void queryClient.invalidateQueries({ queryKey: checklists.key })

function bringHome(
  change: SettledChange,
  answer: readonly UserTask[],
  fold: (held: readonly UserTask[]) => UserTask[],
) {
  const id = userOf(change)
  const { queryKey } = checklists.tasks(id)
  const state = queryClient.getQueryState(queryKey)
  // Each launch is told anew of a whole day's answers; without revisions only the time says what is newer.
  if (answer.some(({ rev }) => rev === undefined) && !isAfter(change.settledAt, state?.dataUpdatedAt))
    return readAgain()
  queryClient.setQueryData(checklists.mine.queryKey, (held) => held && withMine(held, answer))
  const tasks = queryClient.setQueryData<UserTask[]>(queryKey, (held) => held && fold(held))
  // Of one task the answer says nothing of the others.
  const known = tasks ?? (isAll(change) ? answer : null)
  if (known)
    movePerson(
      id,
      known.every(({ isChecked }) => isChecked),
    )
  // Asked for the first time before this change, and perhaps read before it: there was nothing to bring it home to.
  if (!tasks && state?.fetchStatus === 'fetching') void queryClient.resetQueries({ queryKey })
  for (const { queryKey } of [checklists.incomplete, checklists.done]) void queryClient.invalidateQueries({ queryKey })
}

export const checkChange: QueuedKind = {
  words: (row) => ({ title: `${row.about} – ${wantedBy(row) === false ? 'to be done again' : 'done'}` }),
  settled(change) {
    const task = z.safeParse(UserTask, change.answer)
    if (change.state === 'acked' && task.success) bringHome(change, [task.data], (held) => withTask(held, task.data))
    else readAgain()
  },
}

export const completeChange: QueuedKind = {
  // In part it was asked for, and not done.
  words: (row) => ({ title: `${row.about}: ${isPartly(row) ? 'complete all tasks' : 'all tasks done'}` }),
  settled(change) {
    const tasks = z.safeParse(z.array(UserTask), change.answer)
    if (change.state === 'acked' && tasks.success) bringHome(change, tasks.data, (held) => mergeTasks(held, tasks.data))
    else readAgain()
  },
}
