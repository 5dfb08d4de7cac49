/** Signs this device out: the server forgets the token, the device forgets the person (spec §4). */
import { logout } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { connection, onConnection } from '#src/api/connection.ts'
import { Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { within } from '#src/lib/pause.ts'
import { forgetDrafts } from '#src/offline/drafts.ts'
import { forgetPerson } from '#src/offline/my-changes.ts'

/** The server is there, and wants it another time. */
const wantsItLater = (status: number) => status >= 500 || status === 429
const AGAIN_MS = 60_000
/** A store that is silent for longer keeps nobody signed in. */
const STORE_MS = 2_000

/**
 * The server forgets the token: again with each return of the line, as long as this page is open. It is on no disk any
 * more, and ends by itself after 14 days.
 */
async function revoke(token: string): Promise<void> {
  try {
    await send(logout, { token })
  } catch (error) {
    if (error instanceof Problem) {
      if (wantsItLater(error.status)) setTimeout(() => void revoke(token), AGAIN_MS)
      return
    }
    const stop = onConnection(() => {
      if (!connection().online) return
      stop()
      void revoke(token)
    })
  }
}

/** What waits to be sent is kept for the person's return, or thrown away with the rest. */
export async function signOut(waiting: 'keep' | 'discard' = 'keep'): Promise<void> {
  const me = session.get()
  if (me && waiting === 'discard') {
    const forgotten = forgetPerson(me._id, 'discard').catch(() => {})
    await within(STORE_MS, forgotten)
  }
  if (me) void revoke(me.token)
  session.set(null)
  if (me) forgetDrafts(me._id)
}
