/** The device's own database: what a person did and the server has not confirmed, and who may send it (offline.md §2.2). */
import { Dexie, type EntityTable } from 'dexie'
import { OUTBOX, type Row } from './row.ts'

/** Whose token the rows go out with. The worker cannot read localStorage; the page keeps this in step with `userInfo`. */
export interface StoredSession {
  readonly id: 'current'
  readonly userId: number
  readonly token: string
  /** False while the password must be changed first: until then the server takes nothing else. */
  readonly maySend: boolean
  /** Where it is another server than ours, which may answer some calls otherwise (contract/call.ts, `unshown`). */
  readonly isOther?: boolean
  /** Own tasks that were overdue as the page looked last: a part of the number on the app's icon. */
  readonly overdue?: number
}

export type OutboxDb = Dexie & {
  outbox: EntityTable<Row, 'seq'>
  session: EntityTable<StoredSession, 'id'>
}

/**
 * Versions are only ever added, and an upgrade never deletes a row (offline.md §2.9). `begin`: the rows of a database that
 * is made anew, the first or one after the browser threw it away.
 */
export function openDb(name: string = OUTBOX.database, begin: () => readonly Row[] = () => []): OutboxDb {
  // What was tapped must survive the power going out, not only the tab (MDN: relaxed durability).
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' }) as OutboxDb
  db.version(1).stores({
    outbox: '++seq, &key, userId, [userId+state], [userId+entity]',
    session: 'id',
  })
  db.on('populate', (creation) => {
    const rows = begin()
    // A row that is no row must not keep the database from being made.
    if (rows.length > 0)
      creation
        .table(OUTBOX.table)
        .bulkAdd([...rows])
        .catch(() => {})
  })
  return db
}

/**
 * For the worker, which has no copy to begin one with: where there is no database, or no longer, whatever uses it throws.
 * (`Dexie.exists` is no way to look first: it deletes what a page is just making.)
 */
export const openMadeDb = (): OutboxDb =>
  openDb(OUTBOX.database, () => {
    throw new Error('Only a page makes the database.')
  })
