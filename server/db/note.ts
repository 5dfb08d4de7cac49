/** What is good to know, but nobody's work waits for. */
import { setTimeout } from 'node:timers/promises'
import { MINUTE_MS } from '../lib/instants.ts'
import type { Db } from './tables.ts'

const A_MOMENT_MS = 100
/** How exact a “last seen” is: a write with every request would cost more than it tells. */
export const SEEN_EVERY_MS = MINUTE_MS

interface Write {
  execute(): Promise<unknown>
}

/**
 * Writes it where that is possible: on a disk that is full, or a database that only reads, what is there can still be
 * seen. Not in the middle of a change: on Postgres what fails there ends all of it.
 */
export async function note(db: Db, write: Write): Promise<void> {
  if (db.isTransaction) return
  const written = write.execute().catch(() => undefined)
  // Where the database is locked by somebody else it is written once it is not.
  await Promise.race([written, setTimeout(A_MOMENT_MS, undefined, { ref: false })])
}

/**
 * Notes that something was seen now, unless that was noted a moment ago; by a clock that was ahead it was not. `last`: as it
 * is noted; null: never.
 */
export async function noteSeen(db: Db, last: string | null, now: string, write: Write): Promise<void> {
  const isNoted = last !== null && Math.abs(Date.parse(now) - Date.parse(last)) < SEEN_EVERY_MS
  if (!isNoted) await note(db, write)
}
