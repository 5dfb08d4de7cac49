/** Deletes from a list that is all of its page. Where there are other parts `useRemoval` does: a list there has a heading. */
import { Problem } from '#src/api/problem.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { focusTitle } from './Page.tsx'

interface Deletion {
  readonly send: () => Promise<unknown>
  /** Says that it is done. */
  readonly onDone: () => void
  /** The refusal, or why no answer came; null as it begins. */
  readonly onFailure: (problem: unknown) => void
  /** Refused or not: somebody else may have been faster. */
  readonly refresh: () => Promise<unknown>
}

/** The page's title has the focus afterwards, for the row is gone that had it. Settles once the list is read again. */
export async function deleteFromPage({ send, onDone, onFailure, refresh }: Deletion): Promise<void> {
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
  if (isGone) focus(focusTitle)
}
