/** Work for a database that is done a group at a time: what comes while one is under way waits, and is the next. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type Database = Kysely<Tables>

interface Grouping<T> {
  /** Takes the next group out of those that wait, oldest first. At least one of them. */
  readonly next: (waiting: T[]) => readonly T[]
  /** Tells each of the group what became of it, and never throws. */
  readonly run: (db: Database, group: readonly T[]) => Promise<void>
}

/** How to queue an entry. What comes in one turn of the event loop comes in one group. */
export function inGroups<T>({ next, run }: Grouping<T>): (db: Database, entry: T) => void {
  /** A database that is in the map has work under way. */
  const lines = new WeakMap<Database, T[]>()

  async function work(db: Database, waiting: T[]): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn()
      await run(db, next(waiting))
    }
    lines.delete(db)
  }

  return (db, entry) => {
    const waiting = lines.get(db)
    if (waiting) return void waiting.push(entry)
    const first = [entry]
    lines.set(db, first)
    void work(db, first)
  }
}
