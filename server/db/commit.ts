/**
 * Changes that arrive together are committed together: on a durable disk the commit costs most, and each would wait for
 * its own. Every change stands alone all the same: one that is refused takes nothing of the others with it.
 */
import type { ControlledTransaction, Kysely } from 'kysely'
import { inGroups } from './in-groups.ts'
import type { Db, Tables } from './tables.ts'

interface Waiting {
  /** Answers how to tell the caller, once all is committed. */
  readonly run: (tx: Db) => Promise<() => void>
  readonly failed: (error: unknown) => void
}

/** Changes in one commit; the first of them waits for the last. */
const MOST = 100

/** Runs a change in a savepoint of its own. What it answers, a refusal too, may rest on a change before it: told afterwards. */
async function runOne(tx: ControlledTransaction<Tables>, { run, failed }: Waiting): Promise<() => void> {
  const own = await tx.savepoint('own').execute()
  try {
    const tell = await run(own)
    await own.releaseSavepoint('own').execute()
    return tell
  } catch (error) {
    // SQLite rolls back everything by itself where the disk is full: what is said then is why, and to all of them.
    await own
      .rollbackToSavepoint('own')
      .execute()
      .catch(() => Promise.reject(error))
    return () => failed(error)
  }
}

/** Answers how to tell each of them. Throws where nothing of it is committed. */
async function transact(db: Kysely<Tables>, group: readonly Waiting[]): Promise<(() => void)[]> {
  const tx = await db.startTransaction().execute()
  const tell: (() => void)[] = []
  try {
    for (const each of group) tell.push(await runOne(tx, each))
    await tx.commit().execute()
    return tell
  } catch (error) {
    // Where the database has rolled back by itself there is nothing left to do.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}

async function commit(db: Kysely<Tables>, group: readonly Waiting[]): Promise<void> {
  try {
    for (const tell of await transact(db, group)) tell()
  } catch (error) {
    for (const { failed } of group) failed(error)
  }
}

const queue = inGroups<Waiting>({ next: (waiting) => waiting.splice(0, MOST), run: commit })

/** A transaction on SQLite, which has one writer: done once it is committed, with whatever else came at the same time. */
export function commitTogether<T>(db: Kysely<Tables>, effect: (tx: Db) => Promise<T>): Promise<T> {
  return new Promise((resolve, failed) => {
    const run = async (tx: Db) => {
      const value = await effect(tx)
      return () => resolve(value)
    }
    queue(db, { run, failed })
  })
}
