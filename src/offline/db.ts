/**
 * The device's database: the changes that the server has not confirmed, and the session they are sent with (offline.md
 * §2.2).
 */
import { Dexie, type EntityTable } from 'dexie'
import { OUTBOX, type Row } from './row.ts'

/**
 * The session that rows are sent with. The worker cannot read localStorage; the page keeps this in step with
 * `userInfo`.
 */
export interface StoredSession {
  readonly id: 'current'
  readonly userId: number
  readonly token: string
  /** False while the person must change the password first: until then the server accepts nothing else. */
  readonly maySend: boolean
  /** True if the server is not ours and may answer some calls differently (contract/call.ts, `unspecifiedAnswer`). */
  readonly isOther?: boolean
  /** The person's own tasks that were overdue when a page last looked: part of the number on the app's icon. */
  readonly overdue?: number
}

export type OutboxDb = Dexie & {
  outbox: EntityTable<Row, 'seq'>
  session: EntityTable<StoredSession, 'id'>
}

/**
 * Opens the outbox database. Dexie versions are only ever added, and an upgrade never deletes a row (offline.md §2.9).
 * `begin` returns the rows that a newly created database starts with, whether it is the first one or the browser
 * deleted the one before.
 */
export function openDb(name: string = OUTBOX.database, begin: () => readonly Row[] = () => []): OutboxDb {
  // A tap must survive a power cut, not only the end of the tab (MDN: `relaxed` durability).
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' }) as OutboxDb
  db.version(1).stores({
    outbox: '++seq, &key, userId, [userId+state], [userId+entity]',
    session: 'id',
  })
  db.on('populate', (creation) => {
    const rows = begin()
    // A malformed row must not keep the database from being created.
    if (rows.length > 0)
      creation
        .table(OUTBOX.table)
        .bulkAdd([...rows])
        .catch(() => {})
  })
  return db
}

/**
 * Opens the database for the worker, which has no copy of the rows to start a new one with. If there is no database, or
 * no longer, its first use throws. (`Dexie.exists` cannot check this first: it deletes a database that a page is just
 * creating.)
 */
export const openMadeDb = (): OutboxDb =>
  openDb(OUTBOX.database, () => {
    throw new Error('Only a page makes the database.')
  })
