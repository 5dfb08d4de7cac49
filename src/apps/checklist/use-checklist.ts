/** A checklist as the person sees it: the newest records with this device's own changes applied (offline.md §2.6). */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checkTask, type UserTask } from '#contract/apps/checklist.ts'
import { useConnection } from '#src/api/connection.ts'
import { overlay } from '#src/offline/overlay.ts'
import { isPendingAndShown, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { applyToTask, entityOf, isAll, partlyDone, targetOf } from './changes.ts'
import { checklists } from './queries.ts'

/** A task as the person sees it. */
export interface SeenTask extends UserTask {
  /** Whether a change to the task is only on this device so far. */
  readonly isWaiting: boolean
  /** The last change that the server refused, until the person has dealt with it. */
  readonly refused: Row | undefined
}

export const isRefused = ({ state }: Row) => state === 'rejected'

/**
 * The last view of each record. While nothing changes, it stays the same object, so that its row does not render again.
 */
const lastSeen = new WeakMap<UserTask, SeenTask>()

function stableView(task: UserTask, isWaiting: boolean, refused: Row | undefined): SeenTask {
  const before = lastSeen.get(task)
  if (before && before.isWaiting === isWaiting && before.refused === refused) return before
  const seen = { ...task, isWaiting, refused }
  lastSeen.set(task, seen)
  return seen
}

/** Returns the tasks with local changes applied. `rows`: the changes to this checklist, in the order of the taps. */
export function seenTasks(tasks: readonly UserTask[], rows: readonly Row[]): SeenTask[] {
  const hasAll = rows.some(isAll)
  const byTarget = new Map<string, Row[]>()
  for (const row of rows) byTarget.set(row.target, [...(byTarget.get(row.target) ?? []), row])
  return tasks.map((task) => {
    const own = byTarget.get(targetOf(task._id)) ?? []
    const mine = hasAll ? rows.filter((row) => isAll(row) || row.target === targetOf(task._id)) : own
    const isWaiting = own.some(isPendingAndShown) || (!task.isChecked && mine.some(isPendingAndShown))
    const [record, refused] = [overlay<UserTask>(task, mine, applyToTask), own.findLast(isRefused)]
    return record === task ? stableView(task, isWaiting, refused) : { ...record, isWaiting, refused }
  })
}

/**
 * Returns the refused checks of tasks that are not, or no longer, on the list, and so have no row to show the refusal.
 */
export function orphanedRefusals(tasks: readonly UserTask[], rows: readonly Row[]): Row[] {
  const there = new Set(tasks.map(({ _id }) => targetOf(_id)))
  return rows.filter((row) => row.kind === checkTask.queues && isRefused(row) && !there.has(row.target))
}

/** Stops polling while offline. A hidden window does not poll in any case. */
export const useFollowing = <Options extends { refetchInterval?: unknown }>(options: Options): Options => {
  const { online } = useConnection()
  return online ? options : { ...options, refetchInterval: false }
}

export interface Checklist {
  /** Undefined until both the tasks and the local changes are loaded. */
  readonly tasks: readonly SeenTask[] | undefined
  /** A “complete all” that the server refused. */
  readonly refused: Row | undefined
  /** Refused checks of tasks that are not on the list. */
  readonly orphanedRefusals: readonly Row[]
  /** A “complete all” that left some tasks as others had set them. */
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
      orphanedRefusals: data && status !== 'loading' ? orphanedRefusals(data, mine) : [],
      partly: partlyDone(mine),
      error: data ? null : error,
    }
  }, [userId, data, error, status, rows])
}
