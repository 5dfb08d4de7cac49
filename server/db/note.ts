/** What is good to know, but nobody's work waits for. */
import { setTimeout } from 'node:timers/promises'
import type { Db } from './tables.ts'

const A_MOMENT_MS = 100

/**
 * Writes it where that is possible: on a disk that is full, or a database that only reads, what is there can still be
 * seen. Not in the middle of a change: on Postgres what fails there ends all of it.
 */
export async function note(db: Db, write: { execute(): Promise<unknown> }): Promise<void> {
  if (db.isTransaction) return
  const written = write.execute().catch(() => undefined)
  // Where the database is locked by somebody else it is written once it is not.
  await Promise.race([written, setTimeout(A_MOMENT_MS, undefined, { ref: false })])
}
