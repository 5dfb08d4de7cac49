/** What of the list of checklists is in the URL: which ones, and in what order; it survives a reload and the back button. */
import type { Sort } from '#src/ui/DataTable.tsx'

const SORTS = ['id', 'name', 'email', 'empType'] as const

export interface ChecklistSearch {
  /** None: those that are not done. */
  readonly show?: 'done'
  /** None: as the server has it, by name. */
  readonly sort?: (typeof SORTS)[number]
  readonly dir?: 'desc'
}

export function checklistSearch(search: Record<string, unknown>): ChecklistSearch {
  const sort = SORTS.find((each) => each === search.sort)
  return {
    ...(search.show === 'done' ? { show: 'done' } : {}),
    ...(sort ? { sort } : {}),
    ...(sort && search.dir === 'desc' ? { dir: 'desc' } : {}),
  }
}

export const sortOf = ({ sort, dir }: ChecklistSearch): Sort | null =>
  sort ? { key: sort, descending: dir === 'desc' } : null

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was made by opening a task's sheet: Back closes the sheet, and closing the sheet goes back. */
    readonly isTaskSheet?: boolean
  }
}

export interface TaskSearch {
  /** The task whose details are open. */
  readonly task?: number
}

export const taskSearch = ({ task }: Record<string, unknown>): TaskSearch =>
  Number.isSafeInteger(Number(task)) && Number(task) > 0 ? { task: Number(task) } : {}
