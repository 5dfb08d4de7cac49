/** Removes an item from a list that stays on screen. */
import { Problem } from '#src/api/problem.ts'
import { focusAfter } from '#src/lib/focus-after.ts'

interface RemovalOptions {
  readonly send: () => Promise<unknown>
  /** Called once the item is removed. */
  readonly onDone: () => void
  /** Called with the refusal or the network error; with null at the start. */
  readonly onFailure: (problem: unknown) => void
  /** Reads the list again, also after a refusal: somebody else may have been faster. */
  readonly refresh: () => Promise<unknown>
  /** Moves the focus above the list, as the focused row is gone; called unless the person has gone on meanwhile. */
  readonly focusAbove: () => void
}

/**
 * Sends the removal, then refreshes the list and the focus. Reports a failure by `onFailure` instead of throwing it.
 */
export async function removeFromList({ send, onDone, onFailure, refresh, focusAbove }: RemovalOptions): Promise<void> {
  const focus = focusAfter()
  onFailure(null)
  let isGone = true
  try {
    await send()
    onDone()
  } catch (problem) {
    onFailure(problem)
    // 404: somebody else removed it already. After other failures the row is still there and keeps the focus.
    isGone = problem instanceof Problem && problem.status === 404
  }
  await refresh()
  if (isGone) focus(focusAbove)
}
