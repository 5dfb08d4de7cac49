/** Says what a filter left, as it is seen: once its rows are there; not at first, nor where they change by themselves. */
import { useEffect, useRef } from 'react'
import { announce } from './announce.ts'

/**
 * `words`: undefined until they are known; empty where there are no rows, which is said in their place.
 * `filter`: another one for each search.
 */
export function useSaid(words: string | undefined, filter: unknown): void {
  const said = useRef(filter)
  const isKnown = words !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search, whatever comes and goes afterwards
  useEffect(() => {
    if (!isKnown || said.current === filter) return
    said.current = filter
    announce(words)
    return () => {
      // It is no news any more, and would be one again.
      announce('')
      said.current = undefined
    }
  }, [filter, isKnown])
}
