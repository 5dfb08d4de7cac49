/**
 * Whether the portal is still to answer for the first time: nothing is known of the line then, and what is shown may be
 * old.
 */
import { useEffect, useState } from 'react'
import { hasAnswered, useConnection } from './connection.ts'

/** Longer than an answer takes. */
const AWAITED_MS = 3_000
/** Looked for rather than told: what tells of it would be in the first code of every page. */
const LOOK_MS = 250
const awaitedFrom = performance.now() + AWAITED_MS

const isAwaited = () => !hasAnswered() && performance.now() >= awaitedFrom

/** True from some seconds after the page was opened until the first answer, or until it is known that there is no line. */
export function useIsAwaited(): boolean {
  const { online } = useConnection()
  const [is, setIs] = useState(isAwaited)
  useEffect(() => {
    // A line that is back is one that the portal has answered over: nothing is looked for, however long it is away.
    if (!online || hasAnswered()) return setIs(false)
    const timer = setInterval(() => {
      setIs(isAwaited())
      if (hasAnswered()) clearInterval(timer)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [online])
  return is && online
}
