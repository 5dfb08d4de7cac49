/**
 * Sends the waiting rows when the browser says that there is a line again, even after the last tab was closed
 * (offline.md §2.5).
 */
import { uuid } from '#src/lib/uuid.ts'
import { openMadeDb } from '#src/offline/db.ts'
import { drain } from '#src/offline/drain.ts'
import type { DrainContext } from '#src/offline/drain-context.ts'
import { rowsOf, wake } from '#src/offline/outbox.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'

/** Browsers end a sync event after three minutes. */
const LIMIT_MS = 150_000

/** Sends until nothing is due any more. Throws if something could not be sent, so that the browser tries again. */
export async function sendWaiting(): Promise<void> {
  const db = openMadeDb()
  const device = { now: Date.now, random: Math.random, uuid }
  const context: DrainContext = {
    db,
    device,
    calls: queuedCalls,
    locks: navigator.locks,
    send: (url, init) => fetch(url, init),
  }
  const end = Date.now() + LIMIT_MS
  try {
    await wake(db)
    const outcome = await drain(context, () => Date.now() > end)
    await showBadge(context)
    const isDone =
      outcome.is === 'nobody' || outcome.is === 'signIn' || (outcome.is === 'idle' && outcome.next === null)
    if (!isDone) throw new Error('Something still waits to be sent.')
  } finally {
    db.close()
  }
}

/** Sets the number on the app's icon (src/shell/AppBadge.tsx). */
async function showBadge({ db }: DrainContext): Promise<void> {
  const session = await db.session.get('current')
  if (!session || !('setAppBadge' in navigator)) return
  const open = (await rowsOf(db, session.userId)).filter(({ state }) => state !== 'acked').length
  const count = open + (session.overdue ?? 0)
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}
