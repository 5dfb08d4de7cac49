/** What of the todos is in the URL: the direction and the department. */
export interface TodoSearch {
  /** None: onboarding. */
  readonly show?: 'offboarding'
  /** None: all of them. */
  readonly dept?: string
}

export function todoSearch({ show, dept }: Record<string, unknown>): TodoSearch {
  return {
    ...(show === 'offboarding' ? { show } : {}),
    ...(typeof dept === 'string' && dept !== '' ? { dept } : {}),
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How the todos stood from which one was opened: there one comes back to. */
    todoList?: TodoSearch
  }
}
