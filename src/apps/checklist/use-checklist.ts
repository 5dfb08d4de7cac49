/** What is seen of the checklists: the newest records, with this device's own changes over them (offline.md §2.6). */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checkTask, type UserTask } from '#contract/apps/checklist.ts'
import { useConnection } from '#src/api/connection.ts'
import { overlay } from '#src/offline/overlay.ts'
import { isAwaited, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { applyToTask, entityOf, isAll, partlyDone, targetOf } from './changes.ts'
import { checklists } from './queries.ts'

/** A task as the person sees it. */
export interface SeenTask extends UserTask {
  /** Some of it is on this device alone. */
  readonly isWaiting: boolean
  /** The last change that the server would not have, until the person has dealt with it. */
  readonly refused: Row | undefined
}

export const isRefused = ({ state }: Row) => state === 'rejected'

/** What a record was seen as last: as long as nothing changes it stays the same object, and its row is not drawn anew. */
const lastSeen = new WeakMap<UserTask, SeenTask>()

function unchanged(task: UserTask, isWaiting: boolean, refused: Row | undefined): SeenTask {
  const before = lastSeen.get(task)
  if (before && before.isWaiting === isWaiting && before.refused === refused) return before
  const seen = { ...task, isWaiting, refused }
  lastSeen.set(task, seen)
  return seen
}

/** `rows`: of this person's checklist, in the order of the taps. */
export function seenTasks(tasks: readonly UserTask[], rows: readonly Row[]): SeenTask[] {
  const hasAll = rows.some(isAll)
  const byTarget = new Map<string, Row[]>()
  for (const row of rows) byTarget.set(row.target, [...(byTarget.get(row.target) ?? []), row])
  return tasks.map((task) => {
    const own = byTarget.get(targetOf(task._id)) ?? []
    const mine = hasAll ? rows.filter((row) => isAll(row) || row.target === targetOf(task._id)) : own
    const isWaiting = own.some(isAwaited) || (!task.isChecked && mine.some(isAwaited))
    const [record, refused] = [overlay<UserTask>(task, mine, applyToTask), own.findLast(isRefused)]
    return record === task ? unchanged(task, isWaiting, refused) : { ...record, isWaiting, refused }
  })
}

/** What was refused of a task that is not on the list, or not any more: there is no row to say it. */
export function refusedBeside(tasks: readonly UserTask[], rows: readonly Row[]): Row[] {
  const there = new Set(tasks.map(({ _id }) => targetOf(_id)))
  return rows.filter((row) => row.kind === checkTask.queues && isRefused(row) && !there.has(row.target))
}

/** Without a line, and in a window that nobody looks at, nothing is asked for again. */
export const useFollowing = <Options extends { refetchInterval?: unknown }>(options: Options): Options => {
  const { online } = useConnection()
  return online ? options : { ...options, refetchInterval: false }
}

export interface Checklist {
  /** Undefined until both sides are known. */
  readonly tasks: readonly SeenTask[] | undefined
  /** “Complete all” that the server would not have. */
  readonly refused: Row | undefined
  /** Of tasks that are not on it. */
  readonly refusedBeside: readonly Row[]
  /** “Complete all” that left some as others had them. */
  readonly partly: Row | undefined
  readonly error: unknown
}

export function useChecklist(userId: number): Checklist {
  const { data, error } = useQuery({ ...useFollowing(checklists.tasks(userId)), refetchOnWindowFocus: 'always' })
  const { status, rows } = useMyChanges()
  return useMemo(() => {
    const mine = rows.filter(({ entity }) => entity === entityOf(userId))
    return {
      tasks: data && status !== 'loading' ? seenTasks(data, mine) : undefined,
      refused: mine.findLast((row) => isAll(row) && isRefused(row)),
      refusedBeside: data && status !== 'loading' ? refusedBeside(data, mine) : [],
      partly: partlyDone(mine),
      error: data ? null : error,
    }
  }, [userId, data, error, status, rows])
}
