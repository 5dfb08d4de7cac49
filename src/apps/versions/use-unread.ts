/** Whether there is a release note that the person has not seen on this device. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMe } from '#src/api/session.ts'
import { versions } from './queries.ts'
import { useLastSeen } from './seen.ts'

/** Delay that lets the screen itself load first. */
const DELAY_MS = 3_000
/** How long fetched notes count as fresh. */
const FRESH_MS = 600_000

/**
 * Returns whether there is an unread note. Fetches the notes once per visit, which also makes them readable offline.
 */
export function useUnread(): boolean {
  const me = useMe()
  const [isDelayOver, setDelayOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDelayOver(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data = [] } = useQuery({ ...versions.list, enabled: isDelayOver, staleTime: FRESH_MS })
  const seen = useLastSeen(me._id)
  return data.some(({ _id, title }) => title !== '' && _id > seen)
}
