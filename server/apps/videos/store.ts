/** The list of videos. */
import type { Selectable } from 'kysely'
import type { Video } from '#contract/apps/videos.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db, VideoTable } from '../../db/tables.ts'
import { notFound } from '../../http/problem.ts'
import { uploadNotFound } from './files.ts'
import { typeOf } from './video-kind.ts'

/** The fields of a new or changed video. With neither address nor file, the current one stays. */
interface VideoFields {
  readonly title: string
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly file?: { readonly name: string; readonly size: number } | null
}

const videoNotFound = () => notFound('There is no such video.')

const asVideo = ({ id, title, url, description, file, size }: Selectable<VideoTable>): Video => ({
  _id: id,
  title,
  url,
  description,
  ...(file === null ? {} : { file: { type: typeOf(file), size: size ?? 0 } }),
})

/** Returns the columns for a link (no file) or a file (no link). */
function placeOf({ url, file }: VideoFields) {
  if (file) return { url: '', file: file.name, size: file.size }
  return url === undefined ? {} : { url, file: null, size: null }
}

/**
 * Throws 404 if the file belongs to another video. Call it after bumping the revision: its lock keeps two callers from
 * passing at once.
 */
async function refuseIfTaken(db: Db, { file }: VideoFields, exceptId = 0): Promise<void> {
  if (!file) return
  const other = await db
    .selectFrom('video')
    .select('id')
    .where('file', '=', file.name)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  if (other) throw uploadNotFound()
}

/** Returns all videos, oldest first. */
export const listVideos = async (db: Db): Promise<Video[]> =>
  (await db.selectFrom('video').selectAll().orderBy('id').execute()).map(asVideo)

/** Returns the file name of a video, null for a link. */
export async function fileOfVideo(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('video').select('file').where('id', '=', id).executeTakeFirst()
  if (!row) throw videoNotFound()
  return row.file
}

/** Returns the file names of all videos. */
export async function listVideoFiles(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('video').select('file').where('file', 'is not', null).execute()
  return new Set(rows.flatMap(({ file }) => file ?? []))
}

/** Adds a video. Throws 404 if the file belongs to another one. */
export async function addVideo(db: Db, wanted: VideoFields, now: string): Promise<Video> {
  const { title, description = '' } = wanted
  const rev = await recordChange(db, 'videos', null, now)
  await refuseIfTaken(db, wanted)
  const row = { title, description, url: '', rev, ...placeOf(wanted) }
  return asVideo(await db.insertInto('video').values(row).returningAll().executeTakeFirstOrThrow())
}

/** Updates a video. `replacedFile` is the file that it had before and has no longer, null for none. */
export async function updateVideo(
  db: Db,
  id: number,
  wanted: VideoFields,
  now: string,
): Promise<{ after: Video; replacedFile: string | null }> {
  const { title, description = '' } = wanted
  const rev = await recordChange(db, 'videos', id, now)
  await refuseIfTaken(db, wanted, id)
  // Read under the revision's lock: another request may have changed it meanwhile.
  const before = await fileOfVideo(db, id)
  const after = await db
    .updateTable('video')
    .set({ title, description, rev, ...placeOf(wanted) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!after) throw videoNotFound()
  return { after: asVideo(after), replacedFile: before === after.file ? null : before }
}

/** Deletes a video and returns the name of its file, null for a link. */
export async function removeVideo(db: Db, id: number, now: string): Promise<string | null> {
  await recordChange(db, 'videos', id, now)
  const row = await db.deleteFrom('video').where('id', '=', id).returning('file').executeTakeFirst()
  if (!row) throw videoNotFound()
  return row.file
}
