/** The pair of keys by which push services know this portal. In the database, since servers that share one must share it. */
import webPush, { type VapidKeys } from 'web-push'
import * as z from 'zod/mini'
import type { Db } from '../../db/tables.ts'

/** In the table of settings that are no environment variable. */
const KEY = 'push-keys'
const Pair = z.object({ publicKey: z.string(), privateKey: z.string() })

const kept = async (db: Db) =>
  (await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst())?.value

/** Made once and for all: with another pair every device would have to subscribe anew. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const known = await kept(db)
  if (known) return Pair.parse(JSON.parse(known))
  await db
    .insertInto('meta')
    .values({ key: KEY, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    // Another server was first.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return Pair.parse(JSON.parse((await kept(db)) ?? ''))
}
