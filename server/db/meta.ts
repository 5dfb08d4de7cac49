/** Settings that are kept in the database instead of the environment, shared by all of its servers: one text per name. */
import type { Db } from './tables.ts'

/** Returns a setting; undefined if it was never set. */
export const metaOf = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Sets a setting, whether or not it was set before. */
export async function setMeta(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Returns a value that is generated once: if several servers generate it at once, all of them get the first one's. */
export async function getOrCreateMeta(db: Db, key: string, make: () => string): Promise<string> {
  const existing = await metaOf(db, key)
  if (existing !== undefined) return existing
  await db
    .insertInto('meta')
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow()).value
}
