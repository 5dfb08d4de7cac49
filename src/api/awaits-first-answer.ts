/**
 * Whether the page still waits for the portal's first answer: until then the state of the connection is unknown, and the
 * data on screen may be old.
 */
import { useEffect, useState } from 'react'
import { hasAnswered, useConnection } from './connection.ts'

/** Longer than an answer usually takes. */
const AWAITED_MS = 3_000
/** Polled, because a subscription would add code to the first load of every page. */
const POLL_MS = 250
const awaitedFrom = performance.now() + AWAITED_MS

const isAwaited = () => !hasAnswered() && performance.now() >= awaitedFrom

/** True from three seconds after the page was opened until the first answer, or until the portal is known to be offline. */
export function useAwaitsFirstAnswer(): boolean {
  const { online } = useConnection()
  const [is, setIs] = useState(isAwaited)
  useEffect(() => {
    // While offline nothing is polled: the connection only counts as back once the portal has answered.
    if (!online || hasAnswered()) return setIs(false)
    const timer = setInterval(() => {
      setIs(isAwaited())
      if (hasAnswered()) clearInterval(timer)
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [online])
  return is && online
}
