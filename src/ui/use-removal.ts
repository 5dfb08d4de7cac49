/** Removal for lists that are one part of their page, under a heading of their own. */
import { type RefObject, useRef, useState } from 'react'
import { removeFromList } from './remove-from-list.ts'
import { type OutcomePart, useFailure } from './use-outcome.ts'

interface Removal {
  /** The list's heading, which gets the focus afterwards. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly refusal: unknown
  /** Runs `work`, and then sets `sentence` as the outcome. */
  readonly remove: (work: () => Promise<unknown>, sentence: string) => Promise<void>
}

/** `isLast` is missing on a page with one part, which is always the last used. */
type RemovalPart = Pick<OutcomePart, 'setOutcome'> & Partial<OutcomePart>

/** Removes items from a list by `removeFromList`; `refresh` reads the list again. */
export function useRemoval({ setOutcome, isLast = true }: RemovalPart, refresh: () => Promise<unknown>): Removal {
  const heading = useRef<HTMLHeadingElement>(null)
  const [error, setError] = useState<unknown>(null)
  const refusal = useFailure(error, { setOutcome, isLast })
  function remove(work: () => Promise<unknown>, sentence: string): Promise<void> {
    setOutcome('')
    return removeFromList({
      send: work,
      onDone: () => setOutcome(sentence),
      onFailure: setError,
      refresh,
      focusAbove: () => heading.current?.focus(),
    })
  }
  return { heading, refusal, remove }
}
