/** Signs this device out: the server forgets the token, the device forgets the person (spec §4). */
import { logout } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { connection, onConnection } from '#src/api/connection.ts'
import { Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { forgetDrafts } from '#src/offline/drafts.ts'
import { forgetPerson } from '#src/offline/my-changes.ts'

/** Whether the server was reached and the call should be repeated later. */
const isRetryable = (status: number) => status >= 500 || status === 429
const AGAIN_MS = 60_000
/** Longest wait for the store: one that does not respond must not prevent signing out. */
const STORE_MS = 2_000

/**
 * Revokes the token on the server. Without a network it tries again whenever the connection returns, as long as this
 * page is open. The token is no longer on disk, and expires by itself after 14 days.
 */
async function revoke(token: string): Promise<void> {
  try {
    await send(logout, { token, keepalive: true })
  } catch (error) {
    if (error instanceof Problem) {
      if (isRetryable(error.status)) setTimeout(() => void revoke(token), AGAIN_MS)
      return
    }
    const stop = onConnection(() => {
      if (!connection().online) return
      stop()
      void revoke(token)
    })
  }
}

/** Signs out. `waiting`: whether unsent changes are kept for the person's return or discarded with the rest. */
export async function signOut(waiting: 'keep' | 'discard' = 'keep'): Promise<void> {
  const me = session.get()
  if (!me) return
  if (waiting === 'discard') {
    const forgotten = forgetPerson(me._id, 'discard').catch(() => {})
    await withTimeout(STORE_MS, forgotten)
  }
  void revoke(me.token)
  // Another tab may have signed somebody else in meanwhile, who stays.
  session.end(me.token, null)
  forgetDrafts(me._id)
}
