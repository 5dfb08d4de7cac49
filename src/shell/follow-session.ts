/**
 * Keeps the page's data and the route guards in step with sign-in, sign-out and changed rights, in this tab or another.
 */
import type { AnyRouter } from '@tanstack/react-router'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KEPT_MS, queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { applications } from '#src/apps/applications/queries.ts'
import { forgetDevice, restoreDevice } from '#src/offline/device.ts'
import { followPerson } from '#src/offline/my-changes.ts'

const rightsOf = (me: SessionUser | null) => me && JSON.stringify([me.isAdmin, me.permissions])

/** Follows the session until the returned function is called. */
export function followSession(router: AnyRouter): () => void {
  let personId = session.get()?._id ?? null
  let rights = rightsOf(session.get())
  void followPerson(session.get())
  const unsubscribe = session.subscribe(() => {
    const me = session.get()
    const next = me?._id ?? null
    void followPerson(me)
    if (next !== personId) {
      if (personId !== null) forgetDevice(queryClient, personId)
      if (next !== null) void restoreDevice(queryClient, next, KEPT_MS)
      personId = next
    } else if (rightsOf(me) !== rights) {
      // The rights decide which app tiles the server lists.
      void queryClient.invalidateQueries({ queryKey: applications.key })
    }
    rights = rightsOf(me)
    void router.invalidate()
  })
  return () => {
    unsubscribe()
    void followPerson(null)
  }
}
