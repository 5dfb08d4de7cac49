/**
 * Keeps the page's data and the route guards in step with sign-in, sign-out and changed rights, in this tab or another.
 */
import type { AnyRouter } from '@tanstack/react-router'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KEPT_MS, queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { applications } from '#src/apps/applications/queries.ts'
import { attempt } from '#src/lib/attempt.ts'
import { forgetDevice, restoreDevice } from '#src/offline/device.ts'
import { followPerson } from '#src/offline/my-changes.ts'

const rightsOf = (me: SessionUser) => JSON.stringify([me.isAdmin, me.permissions])

/** Key prefix in localStorage: this person's rights have changed, and what they may no longer read may still be here. */
const CHANGED = 'portal.rights-changed:'

const hasChanged = (userId: number) => typeof attempt(() => localStorage.getItem(CHANGED + userId)) === 'string'

/** Deletes what this person may no longer read. If that fails or the page is closed, the next launch does it. */
async function forgetUnread(me: SessionUser): Promise<void> {
  const { forgetLost } = await import('./forget-lost.ts')
  await forgetLost(me)
  attempt(() => localStorage.removeItem(CHANGED + me._id))
}

/** Follows the session until the returned function is called. */
export function followSession(router: AnyRouter): () => void {
  let last = session.get()
  if (last && hasChanged(last._id)) void forgetUnread(last).catch(() => {})
  void followPerson(session.get())
  const unsubscribe = session.subscribe(() => {
    const [before, me] = [last, session.get()]
    const [personId, next] = [before?._id ?? null, me?._id ?? null]
    last = me
    void followPerson(me)
    if (next !== personId) {
      if (personId !== null) forgetDevice(queryClient, personId)
      if (next !== null) void restoreDevice(queryClient, next, KEPT_MS)
    } else if (before && me && rightsOf(me) !== rightsOf(before)) {
      // The rights decide which app tiles the server lists.
      void queryClient.invalidateQueries({ queryKey: applications.key })
      attempt(() => localStorage.setItem(CHANGED + me._id, ''))
      void forgetUnread(me).catch(() => {})
    }
    void router.invalidate()
  })
  return () => {
    unsubscribe()
    void followPerson(null)
  }
}
