/** Takes something off a list that goes on being shown. */
import { Problem } from '#src/api/problem.ts'
import { focusAfter } from '#src/lib/focus-after.ts'

interface Removal {
  readonly send: () => Promise<unknown>
  /** Says that it is done. */
  readonly onDone: () => void
  /** The refusal, or why no answer came; null as it begins. */
  readonly onFailure: (problem: unknown) => void
  /** Refused or not: somebody else may have been faster. */
  readonly refresh: () => Promise<unknown>
  /** Gives the focus to what stands above the list, for the row is gone that had it. Unless somebody has gone on meanwhile. */
  readonly focusAbove: () => void
}

/** Settles once the list is read again; a failure is told, and not thrown. */
export async function removeFromList({ send, onDone, onFailure, refresh, focusAbove }: Removal): Promise<void> {
  const focus = focusAfter()
  onFailure(null)
  let isGone = true
  try {
    await send()
    onDone()
  } catch (problem) {
    onFailure(problem)
    // Somebody else was faster. What is still there keeps the focus on what was pressed.
    isGone = problem instanceof Problem && problem.status === 404
  }
  await refresh()
  if (isGone) focus(focusAbove)
}
