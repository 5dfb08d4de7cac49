/** The pair of keys by which push services know this portal. In the database, since servers that share one must share it. */
import webPush, { type VapidKeys } from 'web-push'
import * as z from 'zod/mini'
import { metaMadeOnce } from '../../db/meta.ts'
import type { Db } from '../../db/tables.ts'

/** In `meta`. */
const KEY = 'push-keys'
const Pair = z.object({ publicKey: z.string(), privateKey: z.string() })

/** Made once and for all: with another pair every device would have to subscribe anew. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const pair = await metaMadeOnce(db, KEY, () => JSON.stringify(webPush.generateVAPIDKeys()))
  return Pair.parse(JSON.parse(pair))
}
