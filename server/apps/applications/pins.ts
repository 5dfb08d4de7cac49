/** The applications that a person has pinned to the home page. */
import { areTooManyPins, type PinsChange, pinsAfter, TOO_MANY_PINS } from '#contract/apps/applications.ts'
import type { Db } from '../../db/tables.ts'
import { conflict } from '../../http/problem.ts'
import { holdUser } from '../accounts/store.ts'

/**
 * Returns the ids in the person's order. Includes applications that they may no longer see: these reappear with the
 * right to them.
 */
export async function listPins(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('pin')
    .select('application_id')
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute()
  return rows.map(({ application_id }) => application_id)
}

/** Applies a change and returns the result. Deleted applications are skipped: a change may have waited for days. */
export async function changePins(db: Db, userId: number, change: PinsChange): Promise<number[]> {
  // Locks the person, so that two devices change the pins one after the other and neither misses what the other
  // pinned.
  await holdUser(db, userId)
  const before = await listPins(db, userId)
  const wanted = pinsAfter(before, change)
  const rows =
    wanted.length === 0 ? [] : await db.selectFrom('application').select('id').where('id', 'in', wanted).execute()
  const known = new Set(rows.map(({ id }) => id))
  const kept = wanted.filter((id) => known.has(id))
  if (areTooManyPins(kept)) throw conflict(TOO_MANY_PINS, before)
  await db.deleteFrom('pin').where('user_id', '=', userId).execute()
  if (kept.length > 0)
    await db
      .insertInto('pin')
      .values(kept.map((application_id, place) => ({ user_id: userId, application_id, place })))
      .execute()
  return kept
}
