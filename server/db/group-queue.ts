/** Runs work for a database in groups: entries that arrive while a group is in progress form the next one. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type Database = Kysely<Tables>

interface GroupQueueOptions<T> {
  /** Removes the next group from the waiting entries, which are oldest first. Takes at least one. */
  readonly next: (waiting: T[]) => readonly T[]
  /** Processes a group and reports the outcome to each entry. Never throws. */
  readonly run: (db: Database, group: readonly T[]) => Promise<void>
}

/** Returns a function that queues an entry. Entries of one turn of the event loop end up in one group. */
export function groupQueue<T>({ next, run }: GroupQueueOptions<T>): (db: Database, entry: T) => void {
  /** Queues by database. A database in the map has work in progress. */
  const queues = new WeakMap<Database, T[]>()

  async function work(db: Database, waiting: T[]): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn()
      await run(db, next(waiting))
    }
    queues.delete(db)
  }

  return (db, entry) => {
    const waiting = queues.get(db)
    if (waiting) return void waiting.push(entry)
    const first = [entry]
    queues.set(db, first)
    void work(db, first)
  }
}
