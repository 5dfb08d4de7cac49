/**
 * The revision counter and the change feed: every write bumps the counter and appends to the feed, in its own transaction.
 */
import { prepared } from './prepared.ts'
import { lockedColumn } from './row-lock.ts'
import type { Db } from './tables.ts'
import type { Topic } from './topics.ts'

const latest = prepared((db) => db.selectFrom('revision').select('rev').where('id', '=', 1))

/** Returns the latest revision. */
export async function latestRev(db: Db): Promise<number> {
  const [row] = await latest(db, {})
  if (!row) throw new Error('There is no revision.')
  return row.rev
}

/**
 * Locks the revision until the transaction ends, and returns it: every change waits for it, and so does every server that
 * starts and has something to do that only one of them may do.
 */
export async function lockRevision(tx: Db): Promise<number> {
  const { rev } = await tx
    .updateTable('revision')
    .set(lockedColumn('rev'))
    .where('id', '=', 1)
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}

const bump = prepared((db) =>
  db
    .updateTable('revision')
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', 1)
    .returning('rev'),
)

const append = prepared(
  (db, change: { rev: number; topic: Topic; entity: number | null; at: string; said: string | null }) =>
    db.insertInto('change').values({
      rev: change.rev,
      topic: change.topic,
      entity: change.entity,
      at: change.at,
      said: change.said,
    }),
)

/**
 * Bumps the revision and appends to the feed. Returns the new revision, to be stamped on the record. Throws outside a
 * transaction: it must be that of the change itself. The counter's row lock then makes revisions follow commit order; and a
 * reader that came between a revision and its record would never read that record again. `messageAt` returns the record as
 * listeners are told it, so that each change is told even if the next has already followed.
 */
export async function recordChange(
  db: Db,
  topic: Topic,
  entity: number | null,
  at: string,
  messageAt?: (rev: number) => unknown,
): Promise<number> {
  if (!db.isTransaction) throw new Error(`A change of ${topic} is told of outside its transaction.`)
  const [bumped] = await bump(db, {})
  if (!bumped) throw new Error('There is no revision.')
  const { rev } = bumped
  await append(db, { rev, topic, entity, at, said: messageAt ? JSON.stringify(messageAt(rev)) : null })
  return rev
}
