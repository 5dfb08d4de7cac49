/** Signs this device out: the server forgets the token, the device forgets the person (spec §4). */
import { logout } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { session } from '#src/api/session.ts'

export function signOut(): void {
  // The token goes with the request as it leaves; without a line the session ends by itself after 14 days.
  void send(logout).catch(() => {})
  session.set(null)
}
