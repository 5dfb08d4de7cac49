/** What is the signed-in person's job on checklists, as they see it: with this device's own changes in it. */
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
import { refusedBeside, type SeenTask, seenTasks, useFollowing } from './use-checklist.ts'

export type SeenMine = SeenTask & MyTask

export const isOpen = ({ isChecked }: SeenMine) => !isChecked

/** Each among the changes of its list. */
const seenMine = (tasks: readonly MyTask[], rows: readonly Row[]): SeenMine[] =>
  tasks.flatMap((task) => {
    const ofList = rows.filter(({ entity }) => entity === entityOf(task.userId))
    return seenTasks([task], ofList).map((seen) => ({ ...task, ...seen }))
  })

/** What is due first comes first. `enabled: false`: as far as it is known here. */
export function useMyTasks({ enabled = true } = {}): readonly SeenMine[] {
  const { data } = useQuery({ ...useFollowing(checklists.mine), enabled })
  const { status, rows } = useMyChanges()
  return useMemo(
    () => (data && status !== 'loading' ? seenMine(data, rows).toSorted(byDueDay) : []),
    [data, status, rows],
  )
}

/** Why it is not known what there is to do; null where it is, and where the lost line is told for the whole page. Asks nobody. */
export function useMyTasksError(): unknown {
  const { data, error } = useQuery({ ...checklists.mine, enabled: false })
  return data !== undefined || error instanceof Unreachable ? null : error
}

/** What was refused of tasks that are not among them, or not any more; asks nobody. */
export function useRefusedBeside(): readonly Row[] {
  const { data } = useQuery({ ...checklists.mine, enabled: false })
  const { rows } = useMyChanges()
  return useMemo(() => (data ? refusedBeside(data, rows) : []), [data, rows])
}

/** How many of them are overdue, undefined until that is known; asks nobody. */
export function useOverdueTasks(): number | undefined {
  const { data } = useQuery({ ...checklists.mine, enabled: false })
  const isKnown = useMyChanges().status !== 'loading' && data !== undefined
  const dated = useMyTasks({ enabled: false }).filter(({ dueOn }) => dueOn !== undefined)
  const today = useCompanyDay({ enabled: dated.length > 0 })
  return isKnown ? dated.filter((task) => isOverdue(task, today)).length : undefined
}
