/** Whether there is a release note that this person has not seen on this device. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMe } from '#src/api/session.ts'
import { versions } from './queries.ts'
import { useLastSeen } from './seen.ts'

/** The screen itself comes first. */
const SOON_MS = 3_000
/** News keep that long. */
const FRESH_MS = 600_000

/** Fetches the notes once a visit, so that they can be read without a line, too. */
export function useUnread(): boolean {
  const me = useMe()
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), SOON_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data = [] } = useQuery({ ...versions.list, enabled: isSoon, staleTime: FRESH_MS })
  const seen = useLastSeen(me._id)
  return data.some(({ _id, title }) => title !== '' && _id > seen)
}
