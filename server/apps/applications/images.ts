/** Pictures in the database, and how they are served: without a token, under names that nobody guesses. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { matches } from '../../http/etag.ts'
import { notFound } from '../../http/problem.ts'
import { before, DAY_MS } from '../../lib/instants.ts'
import type { Picture } from './picture.ts'

const UNUSED_KEPT_MS = DAY_MS
const PLACE = '/media/'
const NAME = /^[0-9a-f]{64}\.webp$/
/** From nothing that anybody has: who holds a file could work out a name made of it, and ask whether it is here. */
const newName = () => `${randomBytes(32).toString('hex')}.webp`

export const images = (db: Db) => ({
  /** Stores it under a name of its own, also where the same one is there already; answers its path. */
  async keep({ type, bytes }: Picture, now: string): Promise<string> {
    const name = newName()
    await db.insertInto('image').values({ name, type, bytes, used_at: now }).execute()
    return PLACE + name
  },

  /**
   * Whether the path is an image's. Call it in the transaction that sets it somewhere: the row is written, so that a purge
   * at the same moment either has taken it before or looks again and leaves it.
   */
  async use(path: string, now: string): Promise<boolean> {
    if (!path.startsWith(PLACE)) return false
    const name = path.slice(PLACE.length)
    const { numUpdatedRows } = await db
      .updateTable('image')
      .set({ used_at: now })
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },

  find: (name: string): Promise<Picture | undefined> =>
    db.selectFrom('image').select(['type', 'bytes']).where('name', '=', name).executeTakeFirst(),
})

/** Forgets images that no application has, a day after anybody did something with them. */
export async function purgeImages(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('image')
    .where('used_at', '<', before(now, UNUSED_KEPT_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application')
            .select('application.id')
            .where('application.image', '=', sql<string>`${PLACE} || ${sql.ref('image.name')}`),
        ),
      ),
    )
    .execute()
}

/** Everything under /media/: an image or 404, never the page. */
export function registerImages(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { '*': string } }>(`${PLACE}*`, { compress: false }, async ({ params, headers }, reply) => {
    const name = params['*']
    const image = NAME.test(name) ? await images(db).find(name) : undefined
    // Opened by itself it is a document of our origin: one that may do nothing.
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    if (!image) throw notFound('There is no such image.')
    const tag = `"${name}"`
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('etag', tag)
    if (matches(headers['if-none-match'] ?? '', tag)) return reply.code(304).send()
    return reply.type(image.type).send(image.bytes)
  })
}
