/** Recognises the redirect with which a guard leads a person away from a page to which they have just lost the right. */
import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    lostRight?: boolean
  }
}

type HistoryEvent = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]

/** Whether a navigation is such a redirect. The state alone does not tell, as the browser keeps it for a later return. */
export const losesRight = ({ location, action }: HistoryEvent): boolean =>
  action.type === 'REPLACE' && location.state.lostRight === true
