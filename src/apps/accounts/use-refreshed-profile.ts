/**
 * Keeps the stored session in sync with the server: at the start, whenever the window gets the focus, and every few
 * seconds while it is visible, so that permissions an admin gives or takes appear on the open page (spec §4).
 */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getProfile } from '#contract/apps/accounts.ts'
import type { AnswerOf } from '#contract/call.ts'
import { connection, useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { profile } from './queries.ts'

/** Polling interval: with the round trip less than the promised five seconds. Not while the page is hidden. */
const EVERY_MS = 4_000

/** Longest wait for a fresh profile before the person is told that they may not open a page. */
const PATIENCE_MS = 3_000

/** Takes the profile over into the session. Without a change the object stays the same, and no listener is called. */
function updateSession(user: AnswerOf<typeof getProfile>): void {
  const me = session.get()
  if (!me || user._id !== me._id) return
  const fresh = replaceEqualDeep(me, { ...user, permissions: user.permissions ?? me.permissions, token: me.token })
  // By token: another person may have signed in in another tab while this one slept.
  if (fresh !== me) session.renew(me.token, fresh)
}

/** Fetches the profile once, now. Does nothing if the portal cannot be reached. */
export async function refreshProfile(): Promise<void> {
  if (!connection().online) return
  const fetching = queryClient.fetchQuery({ ...profile, retry: false }).catch(() => undefined)
  const user = await withTimeout(PATIENCE_MS, fetching)
  if (user) updateSession(user)
}

export function useRefreshedProfile(): void {
  const { online } = useConnection()
  // No polling while offline: the connection is probed elsewhere, and the query refetches once it is back.
  const { data, isFetchedAfterMount } = useQuery({ ...profile, refetchInterval: online && EVERY_MS })
  useEffect(() => {
    if (data && isFetchedAfterMount) updateSession(data)
  }, [data, isFetchedAfterMount])
}
