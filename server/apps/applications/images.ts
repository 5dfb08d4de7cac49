/** Pictures in the database, served without a token under unguessable names. */
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
const PATH_PREFIX = '/media/'
const NAME = /^[0-9a-f]{64}\.webp$/

/**
 * Random, not derived from the content: otherwise anybody with a copy of a file could derive its name and so find out
 * whether it is stored here.
 */
const newName = () => `${randomBytes(32).toString('hex')}.webp`

/** Stores a picture under a new name, even if the same one is stored already, and returns its path. */
export async function keepImage(db: Db, { type, bytes }: Picture, now: string): Promise<string> {
  const name = newName()
  await db.insertInto('image').values({ name, type, bytes, used_at: now }).execute()
  return PATH_PREFIX + name
}

/**
 * Marks the image at this path as used and returns whether there is one. Call it in the transaction that sets the
 * path somewhere: as the row is written, a purge at the same moment has either deleted it before, or looks again and
 * leaves it.
 */
export async function markImageUsed(db: Db, path: string, now: string): Promise<boolean> {
  if (!path.startsWith(PATH_PREFIX)) return false
  const name = path.slice(PATH_PREFIX.length)
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set({ used_at: now })
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the image of this name, undefined where there is none. */
export const findImage = (db: Db, name: string): Promise<Picture | undefined> =>
  db.selectFrom('image').select(['type', 'bytes']).where('name', '=', name).executeTakeFirst()

/** Deletes images that no application has, one day after their last use. */
export async function purgeImages(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('image')
    .where('used_at', '<', before(now, UNUSED_KEPT_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application')
            .select('application.id')
            .where('application.image', '=', sql<string>`${PATH_PREFIX} || ${sql.ref('image.name')}`),
        ),
      ),
    )
    .execute()
}

/** Serves /media/: an image or 404, never the page. */
export function registerImages(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { '*': string } }>(`${PATH_PREFIX}*`, { compress: false }, async ({ params, headers }, reply) => {
    const name = params['*']
    const image = NAME.test(name) ? await findImage(db, name) : undefined
    // Opened on its own the image is a document of our origin, so it is sandboxed and may load nothing.
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
