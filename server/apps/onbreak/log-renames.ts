/** What a department is called by now, in the breaks of the past: they have its name alone (wire.md “On break”). */
import { setImmediate } from 'node:timers/promises'
import { retried } from '../../db/errors.ts'
import { asItIs } from '../../db/hold.ts'
import type { Db } from '../../db/tables.ts'
import { oneByOne } from '../../lib/one-by-one.ts'

/** The last entry of the log, 0 where there is none. After the revision was bumped, whose lock whoever writes one waits for. */
export async function lastEntry(db: Db): Promise<number> {
  const log = db.selectFrom('break_log').select((eb) => eb.fn.max('id').as('last'))
  return (await log.executeTakeFirstOrThrow()).last ?? 0
}

/** Entries of the log in one transaction: between two, the portal answers others. */
const RENAMED_AT_ONCE = 5_000

/**
 * A department is called otherwise: so it is in the breaks of the past, by `finishRenames`. Not in the transaction of the
 * change, and in parts: the years of a large department take longer than anybody may hold the revision, and than Postgres
 * lets a statement run. Noted in that transaction, so that no crash and no other server leaves half of it.
 * `since`: the last entry before there was this department; the breaks of one that had its name before keep that.
 */
export async function noteRename(db: Db, from: string, to: string, since = 0): Promise<void> {
  await db
    .insertInto('break_log_rename')
    .values({ from_name: from, to_name: to, done_id: since, last_id: await lastEntry(db) })
    .execute()
}

/** A part of the oldest one: renamed twice, the second name is the last. Whether there may be something left to do. */
async function renamePart(db: Db): Promise<boolean> {
  // Holds it: of several servers one at a time goes on with it.
  const rename = await db
    .updateTable('break_log_rename')
    .set(asItIs('done_id'))
    .where('id', '=', (eb) => eb.selectFrom('break_log_rename').select((of) => of.fn.min('id').as('first')))
    .returningAll()
    .executeTakeFirst()
  // What another server finished while this one waited for it may not have been all.
  if (!rename) return (await db.selectFrom('break_log_rename').select('id').executeTakeFirst()) !== undefined
  const { id, from_name: from, to_name: to, done_id: done, last_id: last } = rename
  // By rows, not by their numbers: after a restore these have a gap of millions.
  const part = db
    .selectFrom('break_log')
    .select('id')
    .where('id', '>', done)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(RENAMED_AT_ONCE)
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

/** Does all that was noted. */
export const finishRenames = (db: Db): Promise<void> =>
  oneByOne('break-log', async () => {
    while (await retried(() => db.transaction().execute(renamePart))) await setImmediate()
  })
