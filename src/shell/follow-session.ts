/** One person leaves, another comes, in this tab or in another: what the page holds follows, and so do the guards. */
import type { AnyRouter } from '@tanstack/react-router'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KEPT_MS, queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { applications } from '#src/apps/applications/queries.ts'
import { farewell, welcome } from '#src/offline/device.ts'
import { followPerson } from '#src/offline/my-changes.ts'

const rightsOf = (me: SessionUser | null) => me && JSON.stringify([me.isAdmin, me.permissions])

/** Answers how to stop. */
export function followSession(router: AnyRouter): () => void {
  let who = session.get()?._id ?? null
  let may = rightsOf(session.get())
  void followPerson(session.get())
  const unsubscribe = session.subscribe(() => {
    const me = session.get()
    const next = me?._id ?? null
    void followPerson(me)
    if (next !== who) {
      if (who !== null) farewell(queryClient, who)
      if (next !== null) void welcome(queryClient, next, KEPT_MS)
      who = next
    } else if (rightsOf(me) !== may) {
      // Which tiles there are depends on them.
      void queryClient.invalidateQueries({ queryKey: applications.key })
    }
    may = rightsOf(me)
    void router.invalidate()
  })
  return () => {
    unsubscribe()
    void followPerson(null)
  }
}
