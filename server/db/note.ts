/** Best-effort writes: useful information that no request should fail or wait for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../lib/instants.ts'
import type { Db } from './tables.ts'

const MAX_WAIT_MS = 100
/** The precision of “last seen”: a write with every request would cost more than it is worth. */
export const SEEN_EVERY_MS = MINUTE_MS

interface Write {
  execute(): Promise<unknown>
}

/**
 * Writes if possible: on a full disk or a read-only database the data can still be read. Skipped within a transaction,
 * which on Postgres a failed statement would abort.
 */
async function note(db: Db, write: Write): Promise<void> {
  if (db.isTransaction) return
  const written = write.execute().catch(() => undefined)
  // Where another process has locked the database, the write completes later.
  await Promise.race([written, sleep(MAX_WAIT_MS, undefined, { ref: false })])
}

/**
 * Writes that something was seen now, unless that was written less than a minute ago. A `last` further in the future stems
 * from a clock that was ahead, and is overwritten. `last`: the stored instant; null: never.
 */
export async function noteSeen(db: Db, last: string | null, now: string, write: Write): Promise<void> {
  const isNoted = last !== null && Math.abs(Date.parse(now) - Date.parse(last)) < SEEN_EVERY_MS
  if (!isNoted) await note(db, write)
}
