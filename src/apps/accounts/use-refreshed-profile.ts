/**
 * Keeps the stored session in step with the server: at the start, whenever the window is looked at, and every few
 * seconds while it is, so that what an admin gives or takes appears on the open page (spec §4).
 */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { session } from '#src/api/session.ts'
import { profile } from './queries.ts'

/** With the answer's way here less than the five seconds that are promised. Not while the page is hidden. */
const EVERY_MS = 4_000

export function useRefreshedProfile(): void {
  const { online } = useConnection()
  // Without a line the sign of life is asked for elsewhere, and the query again once it is back.
  const { data, isFetchedAfterMount } = useQuery({ ...profile, refetchInterval: online && EVERY_MS })
  useEffect(() => {
    const me = session.get()
    if (!data || !me || !isFetchedAfterMount || data._id !== me._id) return
    const fresh = replaceEqualDeep(me, { ...data, permissions: data.permissions ?? me.permissions, token: me.token })
    // The same object where nothing is new: nobody hears of it then.
    if (fresh !== me) session.set(fresh)
  }, [data, isFetchedAfterMount])
}
