/** The applications that a person wants at hand on the home page. */
import type { Db } from '../../db/tables.ts'
import { users } from '../accounts/store.ts'

/** `db`: a database or a transaction on it. */
export const pins = (db: Db) => ({
  /** In their order. What the person may no longer see is among them: it comes back with the right to it. */
  async of(userId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('pin')
      .select('application_id')
      .where('user_id', '=', userId)
      .orderBy('place')
      .execute()
    return rows.map(({ application_id }) => application_id)
  },

  /** These and no others. What was deleted meanwhile is passed over: a change may have waited for days. */
  async set(userId: number, wanted: readonly number[]): Promise<number[]> {
    // Of two devices at once the one comes after the other, or both lists would become one.
    await users(db).hold(userId)
    await db.deleteFrom('pin').where('user_id', '=', userId).execute()
    const there =
      wanted.length === 0 ? [] : await db.selectFrom('application').select('id').where('id', 'in', wanted).execute()
    const known = new Set(there.map(({ id }) => id))
    const kept = [...new Set(wanted)].filter((id) => known.has(id))
    if (kept.length > 0)
      await db
        .insertInto('pin')
        .values(kept.map((application_id, place) => ({ user_id: userId, application_id, place })))
        .execute()
    return kept
  },
})
