/**
 * The key pair that identifies this portal to push services. Stored in the database, as servers that share one must
 * share it.
 */
import webPush, { type VapidKeys } from 'web-push'
import * as z from 'zod/mini'
import { getOrCreateMeta } from '../../db/meta.ts'
import type { Db } from '../../db/tables.ts'

/** Key in `meta`. */
const KEY = 'push-keys'
const Pair = z.object({ publicKey: z.string(), privateKey: z.string() })

/** Returns the key pair, created once and for all: with another one every device would have to subscribe again. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const pair = await getOrCreateMeta(db, KEY, () => JSON.stringify(webPush.generateVAPIDKeys()))
  return Pair.parse(JSON.parse(pair))
}
