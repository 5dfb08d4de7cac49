/** What is seen of the checklists: the newest records, with this device's own changes over them (offline.md §2.6). */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UserTask } from '#contract/apps/checklist.ts'
import { useConnection } from '#src/api/connection.ts'
import { overlay } from '#src/offline/overlay.ts'
import type { Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { applyToTask, entityOf, isAll, targetOf, wantedBy } from './changes.ts'
import { type Lists, moved } from './people.ts'
import { checklists } from './queries.ts'

/** A task as the person sees it. */
export interface SeenTask extends UserTask {
  /** Some of it is on this device alone. */
  readonly isWaiting: boolean
  /** The last change that the server would not have, until the person has dealt with it. */
  readonly refused: Row | undefined
}

const isPending = ({ state }: Row) => state === 'pending'
const isRefused = ({ state }: Row) => state === 'rejected'

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
    const isWaiting = own.some(isPending) || (!task.isChecked && mine.some(isPending))
    const [record, refused] = [overlay<UserTask>(task, mine, applyToTask), own.findLast(isRefused)]
    return record === task ? unchanged(task, isWaiting, refused) : { ...record, isWaiting, refused }
  })
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
      error: data ? null : error,
    }
  }, [userId, data, error, status, rows])
}

/** Whether nothing is left once these changes are in it; undefined where nothing can be said. */
function isDoneWith(rows: readonly Row[], tasks: readonly UserTask[] | undefined): boolean | undefined {
  if (tasks && tasks.length > 0) return seenTasks(tasks, rows).every(({ isChecked }) => isChecked)
  return rows.reduce<boolean | undefined>((done, row) => {
    if (isAll(row)) return true
    return wantedBy(row) === false ? false : done
  }, undefined)
}

const USER = /^checklist:(\d+)$/

export interface People extends Lists {
  /** Those with a change on this device alone. */
  readonly waiting: ReadonlySet<number>
  readonly error: unknown
}

/** Both lists, as the person sees them. */
export function usePeople(): People {
  const incomplete = useQuery({ ...useFollowing(checklists.incomplete), refetchOnWindowFocus: 'always' })
  const done = useQuery({ ...useFollowing(checklists.done), refetchOnWindowFocus: 'always' })
  const { rows } = useMyChanges()
  const waiting = useMemo(
    () => [...new Set(rows.filter(isPending).flatMap(({ entity }) => Number(USER.exec(entity)?.[1]) || []))],
    [rows],
  )
  const held = useQueries({
    // Only what this device holds already.
    queries: waiting.map((id) => ({ ...checklists.tasks(id), enabled: false, refetchInterval: false as const })),
    combine: (results) => results.map(({ data }) => data),
  })
  const { data: someOpen } = incomplete
  const { data: noneOpen } = done
  const error = (someOpen ? null : incomplete.error) ?? (noneOpen === undefined ? done.error : null)
  return useMemo(() => {
    const known = new Map(
      waiting.map((id, index) => [
        id,
        isDoneWith(
          rows.filter(({ entity }) => entity === entityOf(id)),
          held[index],
        ),
      ]),
    )
    const lists = moved({ incomplete: someOpen, done: noneOpen }, (id) => known.get(id))
    return { ...lists, waiting: new Set(waiting), error }
  }, [waiting, held, rows, someOpen, noneOpen, error])
}
