/** What lists that are one part of their page, below a heading of their own, have in common where something is taken off them. */
import { type RefObject, useRef, useState } from 'react'
import { removeFromList } from './remove-from-list.ts'
import { type OutcomePart, useFailure } from './use-outcome.ts'

interface Removal {
  /** Of the list: it has the focus afterwards. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly refusal: unknown
  /** Says the sentence once the work is done. */
  readonly remove: (work: () => Promise<unknown>, sentence: string) => Promise<void>
}

/** `isLast` is missing on a page with one part, whose word is always the last. */
type Part = Pick<OutcomePart, 'say'> & Partial<OutcomePart>

/** Takes something off a list, as `removeFromList`. */
export function useRemoval({ say, isLast = true }: Part, refresh: () => Promise<unknown>): Removal {
  const heading = useRef<HTMLHeadingElement>(null)
  const [error, setError] = useState<unknown>(null)
  const refusal = useFailure(error, { say, isLast })
  function remove(work: () => Promise<unknown>, sentence: string): Promise<void> {
    say('')
    return removeFromList({
      send: work,
      onDone: () => say(sentence),
      onFailure: setError,
      refresh,
      focusAbove: () => heading.current?.focus(),
    })
  }
  return { heading, refusal, remove }
}
