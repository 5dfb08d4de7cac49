/** The list of videos. */
import type { createVideo, Video } from '#contract/apps/videos.ts'
import type { BodyOf } from '#contract/call.ts'
import { changed } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { notFound } from '../../http/problem.ts'

const COLUMNS = ['id as _id', 'title', 'url', 'description'] as const
type Wanted = BodyOf<typeof createVideo>

const none = () => notFound('There is no such video.')

export const videos = (db: Db) => ({
  all: (): Promise<Video[]> => db.selectFrom('video').select(COLUMNS).orderBy('id').execute(),

  async add({ description = '', ...wanted }: Wanted, now: string): Promise<Video> {
    const rev = await changed(db, 'videos', null, now)
    const row = { ...wanted, description, rev }
    return db.insertInto('video').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
  },

  async update(id: number, { description = '', ...wanted }: Wanted, now: string): Promise<Video> {
    const rev = await changed(db, 'videos', id, now)
    const after = await db
      .updateTable('video')
      .set({ ...wanted, description, rev })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!after) throw none()
    return after
  },

  async remove(id: number, now: string): Promise<void> {
    await changed(db, 'videos', id, now)
    const { numDeletedRows } = await db.deleteFrom('video').where('id', '=', id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw none()
  },
})
