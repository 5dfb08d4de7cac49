/** Whether the portal is still to answer for the first time: nothing is known of the line then, and what is shown may be old. */
import { useEffect, useState } from 'react'
import { hasAnswered } from './connection.ts'

/** Longer than an answer takes. */
const AWAITED_MS = 3_000
/** Looked for rather than told: what tells of it would be in the first code of every page. */
const LOOK_MS = 250
const awaitedFrom = performance.now() + AWAITED_MS

const isAwaited = () => !hasAnswered() && performance.now() >= awaitedFrom

/** True from some seconds after the page was opened until the first answer. */
export function useIsAwaited(): boolean {
  const [is, setIs] = useState(isAwaited)
  useEffect(() => {
    if (hasAnswered()) return
    const timer = setInterval(() => {
      setIs(isAwaited())
      if (hasAnswered()) clearInterval(timer)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return is
}
