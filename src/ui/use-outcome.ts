/** Shows one outcome at a time for a page of several parts (spec §4): that of the part used last. */
import { useEffect, useState } from 'react'

export interface OutcomePart {
  /** Sets the outcome of this part; called with an empty sentence when it begins. */
  readonly setOutcome: (sentence: string) => void
  /** Whether this part was used last; the failure of any other part is outdated. */
  readonly isLast: boolean
}

/**
 * Returns the part's error until another part is used. An error makes its part the last used, even if another part was
 * used while its work was under way.
 */
export function useFailure(error: unknown, { setOutcome, isLast }: OutcomePart): unknown {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per error
  useEffect(() => {
    if (error) setOutcome('')
  }, [error])
  return isLast ? error : null
}

/** Holds the outcome. `before`: the outcome of the page that led here. */
export function useOutcome(before = ''): {
  readonly outcome: string
  readonly partOf: (name: string) => OutcomePart
} {
  const [{ outcome, by }, setState] = useState({ outcome: before, by: '' })
  const partOf = (name: string): OutcomePart => ({
    setOutcome: (sentence) => setState({ outcome: sentence, by: name }),
    isLast: by === name,
  })
  return { outcome, partOf }
}
