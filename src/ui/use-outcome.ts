/** What the parts of a page did, of which one outcome is read at a time (spec §4): the last. */
import { useEffect, useState } from 'react'

export interface OutcomePart {
  /** Says what this part has done; nothing as it begins to. */
  readonly say: (sentence: string) => void
  /** Whether this part was used last: what went wrong in another before that is no news. */
  readonly isLast: boolean
}

/** What went wrong in a part, as long as no other was used since: also where another was while this one was under way. */
export function useFailure(error: unknown, { say, isLast }: OutcomePart): unknown {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (error) say('')
  }, [error])
  return isLast ? error : null
}

/** `before`: what was done on the page that led here. */
export function useOutcome(before = ''): {
  readonly said: string
  readonly partOf: (name: string) => OutcomePart
} {
  const [{ said, by }, setOutcome] = useState({ said: before, by: '' })
  const partOf = (name: string): OutcomePart => ({
    say: (sentence) => setOutcome({ said: sentence, by: name }),
    isLast: by === name,
  })
  return { said, partOf }
}
