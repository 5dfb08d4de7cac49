/** Keeps the stored session in step with the server: at the start and whenever the window is looked at (spec §4). */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from '#src/api/session.ts'
import { profile } from './queries.ts'

export function useRefreshedProfile(): void {
  const { data, isFetchedAfterMount } = useQuery(profile)
  useEffect(() => {
    const me = session.get()
    // What the device remembered is older than the session itself.
    if (!data || !me || !isFetchedAfterMount || data._id !== me._id) return
    const fresh = { ...data, token: me.token }
    if (JSON.stringify(fresh) !== JSON.stringify({ ...me, token: me.token })) session.set(fresh)
  }, [data, isFetchedAfterMount])
}
