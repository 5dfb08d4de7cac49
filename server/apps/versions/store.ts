/** Release notes (wire.md “Versions”). */
import type { Selectable } from 'kysely'
import type { Version } from '#contract/apps/versions.ts'
import type { Caller } from '#contract/who.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db, VersionTable } from '../../db/tables.ts'
import { notFound } from '../../http/problem.ts'

type VersionRow = Selectable<VersionTable>

const versionNotFound = () => notFound('There is no such version.')

/** Returns the release note as it is sent. */
const asVersion = ({ id, title, text, created_at }: VersionRow): Version => ({
  _id: id,
  title,
  text,
  createdAt: created_at,
})

async function versionRow(db: Db, id: number): Promise<VersionRow> {
  const row = await db.selectFrom('version').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw versionNotFound()
  return row
}

/** Returns the release notes that the caller may see, newest first. */
export async function listVersions(db: Db, { isAdmin }: Caller): Promise<Version[]> {
  const all = db.selectFrom('version').selectAll().orderBy('id', 'desc')
  const rows = await (isAdmin ? all : all.where('saved', '=', 1)).execute()
  return rows.map(asVersion)
}

/** Returns a release note. Throws 404 for one that was never saved, unless the caller is an admin. */
export async function getVersion(db: Db, id: number, { isAdmin }: Caller): Promise<Version> {
  const row = await versionRow(db, id)
  if (row.saved === 0 && !isAdmin) throw versionNotFound()
  return asVersion(row)
}

/** Creates an empty release note, which only admins see until it is saved. */
export async function addVersion(db: Db, now: string): Promise<Version> {
  const rev = await recordChange(db, 'versions', null, now)
  const row = { title: '', text: '', created_at: now, saved: 0, rev }
  return asVersion(await db.insertInto('version').values(row).returningAll().executeTakeFirstOrThrow())
}

/** Updates a release note. `text` must have been cleaned. */
export async function updateVersion(
  db: Db,
  id: number,
  wanted: Pick<Version, 'title' | 'text'>,
  now: string,
): Promise<Version> {
  const before = await versionRow(db, id)
  if (before.saved === 1 && before.title === wanted.title && before.text === wanted.text) return asVersion(before)
  const rev = await recordChange(db, 'versions', id, now)
  const after = await db
    .updateTable('version')
    .set({ ...wanted, saved: 1, rev })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  // It was deleted meanwhile.
  if (!after) throw versionNotFound()
  return asVersion(after)
}

/** Throws 404 where there is no such release note. */
export async function removeVersion(db: Db, id: number, now: string): Promise<void> {
  await recordChange(db, 'versions', id, now)
  const { numDeletedRows } = await db.deleteFrom('version').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw versionNotFound()
}
