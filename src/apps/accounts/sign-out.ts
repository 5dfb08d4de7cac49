/** Signs this device out: the server forgets the token, the device forgets the person (spec §4). */
import { logout } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { session } from '#src/api/session.ts'
import { forgetPerson } from '#src/offline/my-changes.ts'

/** What waits to be sent is kept for the person's return, or thrown away with the rest. */
export async function signOut(waiting: 'keep' | 'discard' = 'keep'): Promise<void> {
  const me = session.get()
  // A store that fails keeps nobody signed in.
  if (me && waiting === 'discard') await forgetPerson(me._id, 'discard').catch(() => {})
  // The token goes with the request as it leaves; without a line the session ends by itself after 14 days.
  void send(logout).catch(() => {})
  session.set(null)
}
