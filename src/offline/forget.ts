/** What leaves the outbox without having been sent or refused: what is done with, and what a person takes along. */
import { DAY_MS } from '#src/lib/spans.ts'
import type { OutboxDb } from './db.ts'
import type { Device } from './drain-context.ts'
import { knownRev, pendingOf } from './outbox.ts'
import { isDoneWith, isPartly, ROW_VERSION, type Row } from './row.ts'

const SETTLED_KEPT_MS = DAY_MS
/** Whoever has not read it by then will not. */
const PARTLY_KEPT_MS = 14 * DAY_MS

/** Before accepted rows go: what waits must still know which revision was its person's own doing, and no conflict. */
async function rememberOwn(db: OutboxDb, waiting: readonly Row[]): Promise<void> {
  for (const row of waiting)
    if (row.v <= ROW_VERSION) await db.outbox.update(row.seq, { baseRev: await knownRev(db, row) })
}

/** This person sends no more from here; what is done with is forgotten, what waits is kept unless it is thrown away. */
export const endSession = (db: OutboxDb, userId: number, waiting: 'keep' | 'discard'): Promise<void> =>
  db.transaction('rw', db.outbox, db.session, async () => {
    // Somebody else may have signed in meanwhile.
    await db.session.filter((session) => session.userId === userId).delete()
    if (waiting === 'keep') await rememberOwn(db, await pendingOf(db, userId))
    const theirs = () => db.outbox.where('userId').equals(userId)
    await theirs()
      .filter((row) => waiting === 'discard' || isDoneWith(row))
      .delete()
    // The sentence waits for them; what it is about stays on nobody's device.
    await theirs().filter(isPartly).modify({ body: null, answer: null })
  })

/** Forgets what was accepted more than a day ago; by then every screen has the record. */
export const forgetSettled = (db: OutboxDb, { now }: Device): Promise<void> =>
  db.transaction('rw', db.outbox, async () => {
    const isOld = (row: Row, after: number) => Math.abs(now() - (row.settledAt ?? 0)) > after
    const old = await db.outbox.filter((row) => row.state === 'acked' && isOld(row, SETTLED_KEPT_MS)).toArray()
    if (old.length === 0) return
    await rememberOwn(db, await db.outbox.filter(({ state }) => state === 'pending').toArray())
    const unread = old.filter(isPartly)
    const gone = [...old.filter(isDoneWith), ...unread.filter((row) => isOld(row, PARTLY_KEPT_MS))]
    await db.outbox.bulkDelete(gone.map(({ seq }) => seq))
    // An answer of days ago: brought home at the next launch it would take away what has come to the list since.
    for (const { seq } of unread) await db.outbox.where('seq').equals(seq).modify({ answer: null })
  })

/** The person has read what was said of a change that was made in part. */
export const markAsRead = async (db: OutboxDb, { userId, seq }: Row): Promise<void> => {
  const isIt = (row: Row) => row.userId === userId && row.state === 'acked'
  await db.outbox.where('seq').equals(seq).filter(isIt).modify({ detail: null })
}
