/** Deletes rows from the outbox: accepted ones that are done with, and discarded ones when their person signs out. */
import { DAY_MS } from '#src/lib/spans.ts'
import type { OutboxDb } from './db.ts'
import type { Device } from './drain-context.ts'
import { knownRev, pendingOf } from './outbox.ts'
import { isDoneWith, isPartlyDone, ROW_VERSION, type Row } from './row.ts'

const SETTLED_KEPT_MS = DAY_MS
/** A person who has not read the note on a partly accepted change by then will not. */
const PARTLY_KEPT_MS = 14 * DAY_MS

/**
 * Called before accepted rows are deleted: stores in each waiting row which revision was its person's own doing, since
 * that is no conflict.
 */
async function rememberOwn(db: OutboxDb, waiting: readonly Row[]): Promise<void> {
  for (const row of waiting)
    if (row.v <= ROW_VERSION) await db.outbox.update(row.seq, { baseRev: await knownRev(db, row) })
}

/**
 * Ends this person's sending from this device. Rows that are done with are deleted; waiting ones are kept, unless
 * `waiting` says to discard them.
 */
export const endSession = (db: OutboxDb, userId: number, waiting: 'keep' | 'discard'): Promise<void> =>
  db.transaction('rw', db.outbox, db.session, async () => {
    // Another person may have signed in meanwhile; their session stays.
    await db.session.filter((session) => session.userId === userId).delete()
    if (waiting === 'keep') await rememberOwn(db, await pendingOf(db, userId))
    const rowsOfUser = () => db.outbox.where('userId').equals(userId)
    await rowsOfUser()
      .filter((row) => waiting === 'discard' || isDoneWith(row))
      .delete()
    // The note on a partly accepted change waits for the person; the content that it is about does not stay on the
    // device.
    await rowsOfUser().filter(isPartlyDone).modify({ body: null, answer: null })
  })

/** Deletes rows that were accepted more than a day ago; by then every screen has the record. */
export const forgetSettled = (db: OutboxDb, { now }: Device): Promise<void> =>
  db.transaction('rw', db.outbox, async () => {
    const isOld = (row: Row, after: number) => Math.abs(now() - (row.settledAt ?? 0)) > after
    const old = await db.outbox.filter((row) => row.state === 'acked' && isOld(row, SETTLED_KEPT_MS)).toArray()
    if (old.length === 0) return
    await rememberOwn(db, await db.outbox.filter(({ state }) => state === 'pending').toArray())
    const unread = old.filter(isPartlyDone)
    const gone = [...old.filter(isDoneWith), ...unread.filter((row) => isOld(row, PARTLY_KEPT_MS))]
    await db.outbox.bulkDelete(gone.map(({ seq }) => seq))
    // Unread rows stay, without their answer: applied at the next launch, an answer of days ago would undo newer
    // changes of the list.
    for (const { seq } of unread) await db.outbox.where('seq').equals(seq).modify({ answer: null })
  })

/** Marks the note on a partly accepted change as read. */
export const markAsRead = async (db: OutboxDb, { userId, seq }: Row): Promise<void> => {
  const isIt = (row: Row) => row.userId === userId && row.state === 'acked'
  await db.outbox.where('seq').equals(seq).filter(isIt).modify({ detail: null })
}
