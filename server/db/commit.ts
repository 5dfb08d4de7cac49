/**
 * Group commit: commits concurrent changes together, since on a durable disk the commit costs the most. Each change is
 * still independent: one that is refused does not affect the others.
 */
import type { ControlledTransaction, Kysely } from 'kysely'
import { groupQueue } from './group-queue.ts'
import type { Db, Tables } from './tables.ts'

interface PendingChange {
  /** Runs the change. Returns a function that reports success to the caller, to be called after the commit. */
  readonly run: (tx: Db) => Promise<() => void>
  readonly reject: (error: unknown) => void
}

/** The most changes in one commit, since the first waits for the last. */
const MAX_GROUP = 100

/**
 * Runs a change in its own savepoint and returns how to report the outcome. A refusal too is reported only after the
 * commit: it may be based on an earlier change of the group.
 */
async function runOne(tx: ControlledTransaction<Tables>, { run, reject }: PendingChange): Promise<() => void> {
  const savepoint = await tx.savepoint('own').execute()
  try {
    const report = await run(savepoint)
    await savepoint.releaseSavepoint('own').execute()
    return report
  } catch (error) {
    // On a full disk SQLite rolls back the whole transaction by itself. The rollback then fails; rethrow the original
    // error, which fails the whole group.
    await savepoint
      .rollbackToSavepoint('own')
      .execute()
      .catch(() => Promise.reject(error))
    return () => reject(error)
  }
}

/** Runs and commits a group. Returns how to report each outcome. Throws if nothing was committed. */
async function transact(db: Kysely<Tables>, group: readonly PendingChange[]): Promise<(() => void)[]> {
  const tx = await db.startTransaction().execute()
  const reports: (() => void)[] = []
  try {
    for (const each of group) reports.push(await runOne(tx, each))
    await tx.commit().execute()
    return reports
  } catch (error) {
    // The database may have rolled back by itself, and then this fails.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}

async function commit(db: Kysely<Tables>, group: readonly PendingChange[]): Promise<void> {
  try {
    for (const report of await transact(db, group)) report()
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

const queue = groupQueue<PendingChange>({ next: (waiting) => waiting.splice(0, MAX_GROUP), run: commit })

/**
 * Runs `effect` in a transaction on SQLite, which has one writer. Resolves once it is committed, together with other
 * changes that arrived at the same time.
 */
export function commitTogether<T>(db: Kysely<Tables>, effect: (tx: Db) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const run = async (tx: Db) => {
      const value = await effect(tx)
      return () => resolve(value)
    }
    queue(db, { run, reject })
  })
}
