/** What lists of things that can be taken off them have in common. */
import { type RefObject, useCallback, useRef, useState } from 'react'
import { Problem } from '#src/api/problem.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { type OutcomePart, useFailure } from './use-outcome.ts'

interface Removal {
  /** Of the list: it has the focus afterwards, for the row is gone that had it. Unless somebody has gone on meanwhile. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly refusal: unknown
  /** Says the sentence once the work is done. */
  readonly remove: (work: () => Promise<unknown>, sentence: string) => Promise<void>
}

/** `isLast` is missing on a page with one part, whose word is always the last. */
type Part = Pick<OutcomePart, 'say'> & Partial<OutcomePart>

/** Takes something off a list. */
export function useRemoval({ say, isLast = true }: Part, refresh: () => Promise<unknown>): Removal {
  const heading = useRef<HTMLHeadingElement>(null)
  const [error, setError] = useState<unknown>(null)
  const refusal = useFailure(error, { say, isLast })
  const remove = useCallback(
    async (work: () => Promise<unknown>, sentence: string) => {
      const focus = focusAfter()
      setError(null)
      say('')
      const problem = await work().then(
        () => null,
        (reason) => reason,
      )
      setError(problem)
      // Refused or not: somebody else may have been faster.
      await refresh()
      if (!problem) say(sentence)
      // What is still there keeps the focus on what was pressed.
      const isGone = !problem || (problem instanceof Problem && problem.status === 404)
      if (isGone) focus(() => heading.current?.focus())
    },
    [say, refresh],
  )
  return { heading, refusal, remove }
}
