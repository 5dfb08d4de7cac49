/** Renames departments in past breaks, which store the name of a department only (wire.md “On break”). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { lockedColumn } from '../../db/row-lock.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { runSerially } from '../../lib/keyed-queue.ts'

/**
 * Returns the id of the last log entry, 0 if there is none. Call it after bumping the revision: whoever writes an entry
 * waits for that lock.
 */
export async function lastEntry(db: Db): Promise<number> {
  const log = db.selectFrom('break_log').select((eb) => eb.fn.max('id').as('last'))
  return (await log.executeTakeFirstOrThrow()).last ?? 0
}

/** Log entries per transaction. Between two, the portal serves other requests. */
const BATCH_SIZE = 5_000

/**
 * Schedules the renaming of a department in past breaks, which `finishRenames` carries out. It runs after the
 * transaction of the change, in batches: the years of a large department take longer than anybody may hold the
 * revision, and than Postgres lets a statement run. It is recorded in that transaction, so that no crash and no other
 * server leaves half of it.
 * `since`: the last entry from before the department existed; breaks of an earlier department of that name keep it.
 */
export async function noteRename(db: Db, from: string, to: string, since: number): Promise<void> {
  await db
    .insertInto('break_log_rename')
    .values({ from_name: from, to_name: to, done_id: since, last_id: await lastEntry(db) })
    .execute()
}

/**
 * Carries out a batch of the oldest rename, so that a department renamed twice ends with the second name. Returns
 * whether there may be more to do.
 */
async function renamePart(db: Db): Promise<boolean> {
  // Locks the row: of several servers only one at a time works on a rename.
  const rename = await db
    .updateTable('break_log_rename')
    .set(lockedColumn('done_id'))
    .where('id', '=', (eb) => eb.selectFrom('break_log_rename').select((of) => of.fn.min('id').as('first')))
    .returningAll()
    .executeTakeFirst()
  // Another server finished this rename while we waited for the row; there may be further ones.
  if (!rename) return (await db.selectFrom('break_log_rename').select('id').executeTakeFirst()) !== undefined
  const { id, from_name: from, to_name: to, done_id: done, last_id: last } = rename
  // Limited by rows, not by a range of ids: after a restore the ids have a gap of millions.
  const part = db
    .selectFrom('break_log')
    .select('id')
    .where('id', '>', done)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(BATCH_SIZE)
  const { until } = await db
    .selectFrom(part.as('part'))
    .select((eb) => eb.fn.max('part.id').as('until'))
    .executeTakeFirstOrThrow()
  if (until === null) {
    await db.deleteFrom('break_log_rename').where('id', '=', id).execute()
    return true
  }
  await db
    .updateTable('break_log')
    .set({ department: to })
    .where('department', '=', from)
    .where('id', '>', done)
    .where('id', '<=', until)
    .execute()
  await db.updateTable('break_log_rename').set({ done_id: until }).where('id', '=', id).execute()
  return true
}

/** Carries out all recorded renames. */
export const finishRenames = (db: Kysely<Tables>): Promise<void> =>
  runSerially('break-log', async () => {
    while (await inTransaction(db, renamePart)) await nextTurn()
  })
