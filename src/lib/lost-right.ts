/** The step by which a guard leads away from a page, since the person on it has no right to it any more. */
import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    lostRight?: boolean
  }
}

type Step = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]

/** Not by the state alone, which the browser keeps: who comes back to the step, or loads it anew, has lost nothing. */
export const losesRight = ({ location, action }: Step): boolean =>
  action.type === 'REPLACE' && location.state.lostRight === true
