/** The list of videos. */
import type { Selectable } from 'kysely'
import type { Video } from '#contract/apps/videos.ts'
import { changed } from '../../db/feed.ts'
import type { Db, VideoTable } from '../../db/tables.ts'
import { notFound } from '../../http/problem.ts'
import { gone, typeOf } from './files.ts'

/** What is said of a video; of neither address nor file, the one that it has stays. */
interface Wanted {
  readonly title: string
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly file?: { readonly name: string; readonly size: number } | null
}

const none = () => notFound('There is no such video.')

const asVideo = ({ id, title, url, description, file, size }: Selectable<VideoTable>): Video => ({
  _id: id,
  title,
  url,
  description,
  ...(file === null ? {} : { file: { type: typeOf(file), size: size ?? 0 } }),
})

/** Where it is: a link has no file, a file no address. */
function placeOf({ url, file }: Wanted) {
  if (file) return { url: '', file: file.name, size: file.size }
  return url === undefined ? {} : { url, file: null, size: null }
}

/** A file is one video's. Call it after the revision was bumped: its lock keeps two from passing at once. */
async function refuseIfTaken(db: Db, { file }: Wanted, but = 0): Promise<void> {
  if (!file) return
  const other = await db
    .selectFrom('video')
    .select('id')
    .where('file', '=', file.name)
    .where('id', '!=', but)
    .executeTakeFirst()
  if (other) throw gone()
}

export const videos = (db: Db) => ({
  all: async (): Promise<Video[]> => (await db.selectFrom('video').selectAll().orderBy('id').execute()).map(asVideo),

  /** What the file of a video is called. */
  async fileOf(id: number): Promise<string | null> {
    const row = await db.selectFrom('video').select('file').where('id', '=', id).executeTakeFirst()
    if (!row) throw none()
    return row.file
  },

  /** What the files of all of them are called. */
  async files(): Promise<ReadonlySet<string>> {
    const rows = await db.selectFrom('video').select('file').where('file', 'is not', null).execute()
    return new Set(rows.flatMap(({ file }) => file ?? []))
  },

  async add(wanted: Wanted, now: string): Promise<Video> {
    const { title, description = '' } = wanted
    const rev = await changed(db, 'videos', null, now)
    await refuseIfTaken(db, wanted)
    const row = { title, description, url: '', rev, ...placeOf(wanted) }
    return asVideo(await db.insertInto('video').values(row).returningAll().executeTakeFirstOrThrow())
  },

  /** `gone`: the file that it had and has no more. */
  async update(id: number, wanted: Wanted, now: string): Promise<{ after: Video; gone: string | null }> {
    const { title, description = '' } = wanted
    const rev = await changed(db, 'videos', id, now)
    await refuseIfTaken(db, wanted, id)
    // Under the revision's lock: another may have changed it meanwhile.
    const before = await this.fileOf(id)
    const after = await db
      .updateTable('video')
      .set({ title, description, rev, ...placeOf(wanted) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!after) throw none()
    return { after: asVideo(after), gone: before === after.file ? null : before }
  },

  /** Answers the file that it had. */
  async remove(id: number, now: string): Promise<string | null> {
    await changed(db, 'videos', id, now)
    const row = await db.deleteFrom('video').where('id', '=', id).returning('file').executeTakeFirst()
    if (!row) throw none()
    return row.file
  },
})
