/** Announces the result of a filter once its rows are shown; not at first, nor when the rows change by themselves. */
import { useEffect, useRef } from 'react'
import { announce } from './announce.ts'

/**
 * Announces `words` after each change of the filter. `words`: undefined until they are known; empty if there are no rows,
 * because the text in their place is announced instead. `filter`: a value that differs for each search.
 */
export function useAnnouncement(words: string | undefined, filter: unknown): void {
  const announced = useRef(filter)
  const isKnown = words !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search, whatever comes and goes afterwards
  useEffect(() => {
    if (!isKnown || announced.current === filter) return
    announced.current = filter
    announce(words)
    return () => {
      // Cancels an announcement that is outdated; the same filter is announced again if it returns.
      announce('')
      announced.current = undefined
    }
  }, [filter, isKnown])
}
