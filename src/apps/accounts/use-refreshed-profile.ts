/**
 * Keeps the stored session in step with the server: at the start, whenever the window is looked at, and every few
 * seconds while it is, so that what an admin gives or takes appears on the open page (spec §4).
 */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getProfile } from '#contract/apps/accounts.ts'
import type { AnswerOf } from '#contract/call.ts'
import { connection, useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { within } from '#src/lib/pause.ts'
import { profile } from './queries.ts'

/** With the answer's way here less than the five seconds that are promised. Not while the page is hidden. */
const EVERY_MS = 4_000

/** Nobody waits longer to be told that they may not. */
const PATIENCE_MS = 3_000

/** The same object where nothing is new: nobody hears of it then. */
function take(user: AnswerOf<typeof getProfile>): void {
  const me = session.get()
  if (!me || user._id !== me._id) return
  const fresh = replaceEqualDeep(me, { ...user, permissions: user.permissions ?? me.permissions, token: me.token })
  // Somebody else may have come in another tab while this one slept.
  if (fresh !== me) session.renew(me.token, fresh)
}

/** Asks once, now; in vain where the portal cannot be reached. */
export async function refreshProfile(): Promise<void> {
  if (!connection().online) return
  const asked = queryClient.fetchQuery({ ...profile, retry: false }).catch(() => undefined)
  const user = await within(PATIENCE_MS, asked)
  if (user) take(user)
}

export function useRefreshedProfile(): void {
  const { online } = useConnection()
  // Without a line the sign of life is asked for elsewhere, and the query again once it is back.
  const { data, isFetchedAfterMount } = useQuery({ ...profile, refetchInterval: online && EVERY_MS })
  useEffect(() => {
    if (data && isFetchedAfterMount) take(data)
  }, [data, isFetchedAfterMount])
}
