/** What lists of things that can be taken off them have in common. */
import { type RefObject, useCallback, useRef, useState } from 'react'

interface Removal {
  /** Of the list: it has the focus afterwards, for the row is gone that had it. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly refusal: unknown
  /** Says the sentence once the work is done. */
  readonly remove: (work: () => Promise<unknown>, sentence: string) => Promise<void>
}

/** Takes something off a list. `say`: says what has been done, or nothing as the next thing begins. */
export function useRemoval(say: (sentence: string) => void, refresh: () => Promise<unknown>): Removal {
  const heading = useRef<HTMLHeadingElement>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const remove = useCallback(
    async (work: () => Promise<unknown>, sentence: string) => {
      setRefusal(null)
      say('')
      try {
        await work()
        say(sentence)
      } catch (problem) {
        setRefusal(problem)
      }
      // Refused or not: somebody else may have been faster.
      await refresh()
      heading.current?.focus()
    },
    [say, refresh],
  )
  return { heading, refusal, remove }
}
