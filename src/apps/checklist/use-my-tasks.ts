/** The signed-in person's tasks on all checklists, with this device's own changes applied. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { byDueDay, type MyTask } from '#contract/apps/checklist.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { Unreachable } from '#src/api/problem.ts'
import type { Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { entityOf } from './changes.ts'
import { isOverdue } from './due.ts'
import { checklists } from './queries.ts'
import { orphanedRefusals, type SeenTask, seenTasks, useFollowing } from './use-checklist.ts'

export type SeenMine = SeenTask & MyTask

export const isOpen = ({ isChecked }: SeenMine) => !isChecked

/** Applies to each task the changes to the checklist it is on. */
const seenMine = (tasks: readonly MyTask[], rows: readonly Row[]): SeenMine[] =>
  tasks.flatMap((task) => {
    const ofList = rows.filter(({ entity }) => entity === entityOf(task.userId))
    return seenTasks([task], ofList).map((seen) => ({ ...task, ...seen }))
  })

/** Returns the tasks by due day, the earliest first. `enabled: false` reads only the cache and sends no request. */
export function useMyTasks({ enabled = true } = {}): readonly SeenMine[] {
  const { data } = useQuery({ ...useFollowing(checklists.mine), enabled })
  const { status, rows } = useMyChanges()
  return useMemo(
    () => (data && status !== 'loading' ? seenMine(data, rows).toSorted(byDueDay) : []),
    [data, status, rows],
  )
}

/**
 * Returns why the tasks could not be loaded. Null if they are loaded, or if the server is unreachable, which the page
 * reports as a whole. Sends no request.
 */
export function useMyTasksError(): unknown {
  const { data, error } = useQuery({ ...checklists.mine, enabled: false })
  return data !== undefined || error instanceof Unreachable ? null : error
}

/** Returns refused checks of tasks that are not, or no longer, among the person's tasks. Sends no request. */
export function useOrphanedRefusals(): readonly Row[] {
  const { data } = useQuery({ ...checklists.mine, enabled: false })
  const { rows } = useMyChanges()
  return useMemo(() => (data ? orphanedRefusals(data, rows) : []), [data, rows])
}

/** Returns the number of overdue tasks, undefined until it is known. Sends no request. */
export function useOverdueTasks(): number | undefined {
  const { data } = useQuery({ ...checklists.mine, enabled: false })
  const isKnown = useMyChanges().status !== 'loading' && data !== undefined
  const dated = useMyTasks({ enabled: false }).filter(({ dueOn }) => dueOn !== undefined)
  const today = useCompanyDay({ enabled: dated.length > 0 })
  return isKnown ? dated.filter((task) => isOverdue(task, today)).length : undefined
}
