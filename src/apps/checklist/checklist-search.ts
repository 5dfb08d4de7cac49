/**
 * The URL's search parameters of the list of checklists: which lists and in what order. They survive a reload and the
 * back button.
 */
import { oneOf, ordered, positive, withoutUndefined } from '#src/lib/search-params.ts'

const SORTS = ['id', 'name', 'email', 'empType'] as const

export interface ChecklistSearch {
  /** Absent: the people whose checklists are not done. */
  readonly show?: 'done'
  /** Absent: in the server's order, by name. */
  readonly sort?: (typeof SORTS)[number]
  readonly dir?: 'desc'
}

export const checklistSearch = (search: Record<string, unknown>): ChecklistSearch => ({
  ...withoutUndefined({ show: oneOf(['done'], search.show) }),
  ...ordered(oneOf(SORTS, search.sort), search.dir),
})

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

export const taskSearch = ({ task }: Record<string, unknown>): TaskSearch => withoutUndefined({ task: positive(task) })
