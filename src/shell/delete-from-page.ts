/** Deletes from a list that is all of its page. Where there are other parts `useRemoval` does: a list there has a heading. */
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
  let isDone = false
  try {
    await send()
    onDone()
    isDone = true
  } catch (problem) {
    onFailure(problem)
  }
  await refresh()
  if (isDone) focus(focusTitle)
}
