/** One person leaves, another comes, in this tab or in another: what the page holds follows, and so do the guards. */
import type { AnyRouter } from '@tanstack/react-router'
import { KEPT_MS, queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { farewell, welcome } from '#src/offline/device.ts'
import { followPerson } from '#src/offline/my-changes.ts'

/** Answers how to stop. */
export function followSession(router: AnyRouter): () => void {
  let who = session.get()?._id ?? null
  followPerson(session.get())
  const unsubscribe = session.subscribe(() => {
    const me = session.get()
    const next = me?._id ?? null
    followPerson(me)
    if (next !== who) {
      if (who !== null) farewell(queryClient, who)
      if (next !== null) void welcome(queryClient, next, KEPT_MS)
      who = next
    }
    void router.invalidate()
  })
  return () => {
    unsubscribe()
    followPerson(null)
  }
}
