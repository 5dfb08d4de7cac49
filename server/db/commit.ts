/**
 * Changes that arrive together are committed together: on a durable disk the commit costs most, and each would wait for
 * its own. Every change stands alone all the same: one that is refused takes nothing of the others with it.
 */
import type { ControlledTransaction, Kysely } from 'kysely'
import type { Db, Tables } from './tables.ts'

interface Waiting {
  /** Answers how to tell the caller, once all is committed. */
  readonly run: (tx: Db) => Promise<() => void>
  readonly failed: (error: unknown) => void
}

/** Changes in one commit; the first of them waits for the last. */
const MOST = 100

const lines = new WeakMap<Kysely<Tables>, Waiting[]>()

/** Runs a change in a savepoint of its own. What it answers, a refusal too, may rest on a change before it: told afterwards. */
async function runOne(tx: ControlledTransaction<Tables>, { run, failed }: Waiting): Promise<() => void> {
  const own = await tx.savepoint('own').execute()
  try {
    const tell = await run(own)
    await own.releaseSavepoint('own').execute()
    return tell
  } catch (error) {
    await own.rollbackToSavepoint('own').execute()
    return () => failed(error)
  }
}

async function commit(db: Kysely<Tables>, group: readonly Waiting[]): Promise<void> {
  const tx = await db.startTransaction().execute()
  const tell: (() => void)[] = []
  try {
    for (const each of group) tell.push(await runOne(tx, each))
    await tx.commit().execute()
  } catch (error) {
    // Where the database has rolled back by itself there is nothing left to do.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    for (const { failed } of group) failed(error)
    return
  }
  for (const each of tell) each()
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function work(db: Kysely<Tables>, line: Waiting[]): Promise<void> {
  while (line.length > 0) {
    // What came in the same turn of the event loop comes along.
    await nextTurn()
    const group = line.splice(0, MOST)
    try {
      await commit(db, group)
    } catch (error) {
      for (const { failed } of group) failed(error)
    }
  }
  lines.delete(db)
}

/** A transaction on SQLite, which has one writer: done once it is committed, with whatever else came at the same time. */
export function commitTogether<T>(db: Kysely<Tables>, effect: (tx: Db) => Promise<T>): Promise<T> {
  return new Promise((resolve, failed) => {
    const entry: Waiting = {
      async run(tx) {
        const value = await effect(tx)
        return () => resolve(value)
      },
      failed,
    }
    const line = lines.get(db)
    if (line) return void line.push(entry)
    const mine = [entry]
    lines.set(db, mine)
    void work(db, mine)
  })
}
