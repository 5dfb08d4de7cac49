/**
 * Checking tasks offline: how the change is kept, worded, shown before the server has it, and merged into the cached
 * queries once the server has answered.
 */
import * as z from 'zod/mini'
import { checkTask, completeUserTasks, UserTask } from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { byServerClock } from '#src/lib/server-clock.ts'
import { keepChange } from '#src/offline/keep-change.ts'
import type { QueuedKind, SettledChange } from '#src/offline/kind.ts'
import { isPartlyDone, isSettledAfter, type Row } from '#src/offline/row.ts'
import { mergeTasks, withMine, withTask } from './merge.ts'
import { movePerson } from './people.ts'
import { checklists } from './queries.ts'

/**
 * Order key: all changes to one person's checklist, single checks and “complete all” alike, are sent in the order of
 * the taps.
 */
export const entityOf = (userId: number) => `checklist:${userId}`
export const targetOf = (taskId: number) => `task:${taskId}`

/** Returns the id of the person whose checklist the change is for; NaN where the change is for no checklist. */
export const userOf = ({ entity }: Pick<Row, 'entity'>): number => Number(/^checklist:(\d+)$/.exec(entity)?.[1])

export const isAll = ({ kind }: Pick<Row, 'kind'>): boolean => kind === completeUserTasks.queues

/**
 * Returns the last accepted “complete all” among these rows of one person if the server applied it only in part,
 * leaving some tasks as others had set them.
 */
export function partlyDone(rows: readonly Row[]): Row | undefined {
  const last = rows.findLast((row) => isAll(row) && row.state === 'acked')
  return last && isPartlyDone(last) ? last : undefined
}

/** Returns whether a kept change checks or reopens its task; null where the body cannot be read. */
export function wantedBy(row: Pick<Row, 'kind' | 'body'>): boolean | null {
  if (isAll(row)) return true
  const parsed = z.safeParse(checkTask.body, row.body)
  return parsed.success ? parsed.data.isChecked : null
}

/**
 * Returns the task with a local change applied. A task that is already checked keeps its `checkedBy` and `checkedAt`.
 */
export function applyToTask(task: UserTask, row: Row): UserTask {
  const isChecked = wantedBy(row)
  if (isChecked === null || isChecked === task.isChecked) return task
  const made = isChecked
    ? { checkedAt: byServerClock(row.occurredAt), checkedBy: session.get()?.name ?? null }
    : { checkedAt: null, checkedBy: null }
  return { ...task, isChecked, ...made }
}

/** The person whose checklist it is. */
export interface Owner {
  readonly id: number
  readonly name: string
}

const about = ({ name }: Owner, title: string) => (name ? `${name}: ${title}` : title)

interface TaskCheck {
  readonly owner: Owner
  /** The task as it was on screen. */
  readonly task: UserTask
  readonly isChecked: boolean
  /** Key of the refused change that this one repeats. */
  readonly repeats?: string | undefined
}

/**
 * Checks or reopens a task. The change is stored on this device once the promise resolves, and sent as soon as there is
 * a connection.
 */
export async function setChecked({ owner, task, isChecked, repeats }: TaskCheck): Promise<void> {
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
    // Of several unsent changes to a task, only the last is kept.
    merges: targetOf(task._id),
    undoes: (earlier) => wantedBy(earlier) === !isChecked,
    ...(repeats === undefined ? {} : { repeats }),
  })
}

/** Checks all open tasks of a checklist. Stored and sent like `setChecked`. */
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

/** Reads the checklists again after a refusal or an unreadable answer: the cached data may differ from the server's. */
const refetchChecklists = () => void queryClient.invalidateQueries({ queryKey: checklists.key })

function mergeAnswer(
  change: SettledChange,
  answer: readonly UserTask[],
  fold: (held: readonly UserTask[]) => UserTask[],
) {
  const id = userOf(change)
  const { queryKey } = checklists.tasks(id)
  const state = queryClient.getQueryState(queryKey)
  // Each launch replays the answers of a whole day. Without revisions, only the time tells whether the answer is newer
  // than the cached list.
  if (answer.some(({ rev }) => rev === undefined) && !isSettledAfter(change.settledAt, state?.dataUpdatedAt))
    return refetchChecklists()
  queryClient.setQueryData(checklists.mine.queryKey, (held) => held && withMine(held, answer))
  const tasks = queryClient.setQueryData<UserTask[]>(queryKey, (held) => held && fold(held))
  // The answer about one task says nothing about the others.
  const known = tasks ?? (isAll(change) ? answer : null)
  if (known)
    movePerson(
      id,
      known.every(({ isChecked }) => isChecked),
    )
  // A first request for the list is in flight. It may have been answered before this change, and there was no cached
  // list to merge the change into.
  if (!tasks && state?.fetchStatus === 'fetching') void queryClient.resetQueries({ queryKey })
  for (const { queryKey } of [checklists.incomplete, checklists.done]) void queryClient.invalidateQueries({ queryKey })
}

export const checkChange: QueuedKind = {
  describe: (row) => ({ title: `${row.about} – ${wantedBy(row) === false ? 'to be done again' : 'done'}` }),
  onSettled(change) {
    const task = z.safeParse(UserTask, change.answer)
    if (change.state === 'acked' && task.success) mergeAnswer(change, [task.data], (held) => withTask(held, task.data))
    else refetchChecklists()
  },
}

export const completeChange: QueuedKind = {
  // A partly applied change was asked for, but is not done.
  describe: (row) => ({ title: `${row.about}: ${isPartlyDone(row) ? 'complete all tasks' : 'all tasks done'}` }),
  onSettled(change) {
    const tasks = z.safeParse(z.array(UserTask), change.answer)
    if (change.state === 'acked' && tasks.success)
      mergeAnswer(change, tasks.data, (held) => mergeTasks(held, tasks.data))
    else refetchChecklists()
  },
}
