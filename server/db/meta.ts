/** The settings that are no environment variable, which all servers of one database share: one text to a name. */
import type { Db } from './tables.ts'

export const metaOf = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

export async function setMeta(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** What is made once and for all: of several servers that make it at once, every one answers the first one's. */
export async function metaMadeOnce(db: Db, key: string, make: () => string): Promise<string> {
  const there = await metaOf(db, key)
  if (there !== undefined) return there
  await db
    .insertInto('meta')
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow()).value
}
