/** What of the todos is in the URL: the direction and the department. */
import { given, oneOf, someText } from '#src/lib/search-params.ts'

export interface TodoSearch {
  /** None: onboarding. */
  readonly show?: 'offboarding'
  /** None: all of them. */
  readonly dept?: string
}

export const todoSearch = ({ show, dept }: Record<string, unknown>): TodoSearch =>
  given({ show: oneOf(['offboarding'], show), dept: someText(dept) })

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How the todos stood from which one was opened: there one comes back to. */
    todoList?: TodoSearch
  }
}
