/** The revision counter and the change feed: every write bumps the one and appends to the other, in its own transaction. */
import { prepared } from './prepared.ts'
import type { Db } from './tables.ts'

/**
 * What a change is about. `board`: one person's break info (entity: user id) · `board-list`: somebody joined or left the
 * board or is called otherwise · `access`: sessions, permissions or name of a user (entity: user id) · the others: that list.
 */
export type Topic =
  | 'board'
  | 'board-list'
  | 'access'
  | 'users'
  | 'applications'
  | 'departments'
  | 'break-types'
  | 'break-log'
  /** The displays (entity: display id). */
  | 'displays'
  /** The todos (entity: null), or one person's tasks (entity: user id). */
  | 'todos'
  | 'tasks'
  /** The release notes, and the list of videos. */
  | 'versions'
  | 'videos'

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
 * Bumps the revision and appends to the feed; answers the new revision, to be stamped on the record.
 * Throws outside a transaction, which is to be the change's own: the counter's row lock makes revisions follow commit order,
 * and whoever reads between a revision and what it is of would never read it again.
 * `say`: the record as it is told to whoever listens, so that each change is told even where the next has followed it.
 */
export async function changed(
  db: Db,
  topic: Topic,
  entity: number | null,
  at: string,
  say?: (rev: number) => unknown,
): Promise<number> {
  if (!db.isTransaction) throw new Error(`A change of ${topic} is told of outside its transaction.`)
  const [bumped] = await bump(db, {})
  if (!bumped) throw new Error('There is no revision.')
  const { rev } = bumped
  await append(db, { rev, topic, entity, at, said: say ? JSON.stringify(say(rev)) : null })
  return rev
}
