/**
 * Sends waiting rows from a store that can be read but takes no more writes, as on a phone whose memory is full: nothing
 * there can note that a row was tried or answered. The key of each row ensures that it takes effect once (offline.md §0).
 */
import { claimUnmarked } from './claim.ts'
import type { StoredSession } from './db.ts'
import { BUSY_PAUSE_MS, type DrainOutcome, lockedTurn, sendOne, stopAfter } from './drain.ts'
import type { DrainContext } from './drain-context.ts'
import type { SettledChange } from './kind.ts'
import { deleteRow } from './outbox.ts'
import { noteSentKey } from './sent-keys.ts'

/** Keys of the rows that were answered. A refused one stays in the store, and is refused again once that has room. */
const answered = new Set<string>()

interface FullStoreOptions {
  /** The session to send with: the store may hold an earlier one. */
  readonly session: Pick<StoredSession, 'userId' | 'token' | 'isOther'>
  /** Called with each accepted change before its row is deleted: deleting needs no room. */
  readonly onAccepted: (change: SettledChange) => void
}

/** Sends what is due, like `drain`. */
export const drainFull = (context: DrainContext, { session, onAccepted }: FullStoreOptions): Promise<DrainOutcome> =>
  lockedTurn(
    context,
    () => false,
    async () => {
      const { db, device } = context
      for (;;) {
        const claimed = await claimUnmarked(context, session, answered)
        if (!claimed) return { is: 'idle', next: null }
        const { row, token } = claimed
        noteSentKey(row.key)
        const fate = await sendOne(context, claimed)
        if (fate.is !== 'acked' && fate.is !== 'rejected')
          return stopAfter(fate, token) ?? { is: 'idle', next: device.now() + BUSY_PAUSE_MS }
        answered.add(row.key)
        context.onAnswer?.()
        if (fate.is === 'rejected') continue
        onAccepted({ ...row, state: 'acked', answer: fate.answer ?? null, settledAt: device.now() })
        await deleteRow(db, row).catch(() => {})
      }
    },
  )
