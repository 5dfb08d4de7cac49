/** The URL's search parameters of the todos: direction and department. */
import { oneOf, someText, withoutUndefined } from '#src/lib/search-params.ts'

export interface TodoSearch {
  /** Absent: onboarding. */
  readonly show?: 'offboarding'
  /** Absent: all departments. */
  readonly dept?: string
}

export const todoSearch = ({ show, dept }: Record<string, unknown>): TodoSearch =>
  withoutUndefined({ show: oneOf(['offboarding'], show), dept: someText(dept) })

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Direction and department of the list a todo was opened from, to restore them on return. */
    todoList?: TodoSearch
  }
}
