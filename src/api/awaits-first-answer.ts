/**
 * Whether the page still waits for the portal's first answer: until then the state of the connection is unknown, and the
 * data on screen may be old.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from './connection.ts'
import { hasAnswered, onContact } from './last-contact.ts'

/** Longer than an answer usually takes. */
const AWAITED_MS = 3_000
const awaitedFrom = performance.now() + AWAITED_MS

/** True from three seconds after the page was opened until the first answer, or until the portal is known to be offline. */
export function useAwaitsFirstAnswer(): boolean {
  const { online } = useConnection()
  const isAnswered = useSyncExternalStore(onContact, hasAnswered)
  const [isLate, setLate] = useState(() => performance.now() >= awaitedFrom)
  useEffect(() => {
    if (isAnswered || isLate) return
    const timer = setTimeout(() => setLate(true), awaitedFrom - performance.now())
    return () => clearTimeout(timer)
  }, [isAnswered, isLate])
  return isLate && !isAnswered && online
}
