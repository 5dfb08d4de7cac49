/** The lists of people with checklists: the newest lists with this device's own changes applied (offline.md §2.6). */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UserTask } from '#contract/apps/checklist.ts'
import { isAcceptedAfter } from '#src/offline/overlay.ts'
import { isPartlyDone, isPendingAndShown, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { entityOf, isAll, type Owner, partlyDone, userOf, wantedBy } from './changes.ts'
import { listsAfterMoves, type PeopleLists } from './people.ts'
import { checklists } from './queries.ts'
import { isRefused, seenTasks, useFollowing } from './use-checklist.ts'

/** Whether no task is left open after these changes; undefined where that cannot be told. */
function isDoneWith(rows: readonly Row[], tasks: readonly UserTask[] | undefined): boolean | undefined {
  if (tasks && tasks.length > 0) return seenTasks(tasks, rows).every(({ isChecked }) => isChecked)
  return rows.reduce<boolean | undefined>((done, row) => {
    if (isRefused(row)) return done
    if (isAll(row)) return !isPartlyDone(row)
    return wantedBy(row) === false ? false : done
  }, undefined)
}

const peopleOf = (rows: readonly Row[]) => [...new Set(rows.flatMap((row) => userOf(row) || []))]

export interface People extends PeopleLists {
  /** Ids of people with a change that only this device knows. */
  readonly waiting: ReadonlySet<number>
  /** Every “complete all” that the server refused, or that left some tasks as others had set them. */
  readonly toBeRead: readonly { readonly row: Row; readonly owner: Owner }[]
  readonly error: unknown
}

/** Returns both lists as the person sees them. */
export function usePeople(): People {
  const incomplete = useQuery({ ...useFollowing(checklists.incomplete), refetchOnWindowFocus: 'always' })
  const done = useQuery({ ...useFollowing(checklists.done), refetchOnWindowFocus: 'always' })
  const { rows } = useMyChanges()
  const waiting = useMemo(() => peopleOf(rows.filter(isPendingAndShown)), [rows])
  // A list may lack a change that was accepted after the list was fetched.
  const asOf = useMemo(
    () => ({ incomplete: incomplete.dataUpdatedAt, done: done.dataUpdatedAt }),
    [incomplete.dataUpdatedAt, done.dataUpdatedAt],
  )
  const ahead = useMemo(() => {
    const aheadOf = (list: keyof PeopleLists) =>
      new Set(peopleOf(rows.filter((row) => isPendingAndShown(row) || isAcceptedAfter(asOf[list], row))))
    return { incomplete: aheadOf('incomplete'), done: aheadOf('done') }
  }, [rows, asOf])
  const changed = useMemo(() => [...new Set([...ahead.incomplete, ...ahead.done])], [ahead])
  const held = useQueries({
    // Only checklists that are cached already; no request is sent.
    queries: changed.map((id) => ({ ...checklists.tasks(id), enabled: false, refetchInterval: false as const })),
    combine: (results) => results.map(({ data }) => data),
  })
  const { data: someOpen } = incomplete
  const { data: noneOpen } = done
  const error = (someOpen ? null : incomplete.error) ?? (noneOpen === undefined ? done.error : null)
  return useMemo(() => {
    const known = new Map(
      changed.map((id, index) => [
        id,
        isDoneWith(
          rows.filter(({ entity }) => entity === entityOf(id)),
          held[index],
        ),
      ]),
    )
    const lists = listsAfterMoves({ incomplete: someOpen, done: noneOpen }, (id, list) =>
      ahead[list].has(id) ? known.get(id) : undefined,
    )
    const toBeRead = rows.flatMap((row) => {
      const id = userOf(row)
      const isNews = isRefused(row) || partlyDone(rows.filter(({ entity }) => entity === row.entity)) === row
      return id > 0 && isAll(row) && isNews ? { row, owner: { id, name: row.about } } : []
    })
    return { ...lists, waiting: new Set(waiting), toBeRead, error }
  }, [waiting, ahead, changed, held, rows, someOpen, noneOpen, error])
}
