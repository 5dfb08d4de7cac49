/** Signs this device out: the server forgets the token, the device forgets the person (spec §4). */
import { logout } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { session } from '#src/api/session.ts'
import { pause } from '#src/lib/pause.ts'
import { forgetDrafts } from '#src/offline/drafts.ts'
import { forgetPerson } from '#src/offline/my-changes.ts'

/** A store that is silent for longer keeps nobody signed in. */
const STORE_MS = 2_000

/** What waits to be sent is kept for the person's return, or thrown away with the rest. */
export async function signOut(waiting: 'keep' | 'discard' = 'keep'): Promise<void> {
  const me = session.get()
  if (me && waiting === 'discard') {
    const forgotten = forgetPerson(me._id, 'discard').catch(() => {})
    await Promise.race([forgotten, pause(STORE_MS)])
  }
  // The token goes with the request as it leaves; without a line the session ends by itself after 14 days.
  void send(logout).catch(() => {})
  session.set(null)
  if (me) forgetDrafts(me._id)
}
