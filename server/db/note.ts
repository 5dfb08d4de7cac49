/** What is good to know, but nobody's work waits for. */
import type { Db } from './tables.ts'

/**
 * Writes it where that is possible: on a disk that is full, or a database that only reads, what is there can still be
 * seen. Not in the middle of a change: on Postgres what fails there ends all of it.
 */
export async function note(db: Db, write: { execute(): Promise<unknown> }): Promise<void> {
  if (!db.isTransaction) await write.execute().catch(() => undefined)
}
