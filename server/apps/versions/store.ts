/** Release notes (wire.md “Versions”). */
import type { Selectable } from 'kysely'
import type { Version } from '#contract/apps/versions.ts'
import type { Caller } from '#contract/who.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db, VersionTable } from '../../db/tables.ts'
import { notFound } from '../../http/problem.ts'

type Row = Selectable<VersionTable>

const none = () => notFound('There is no such version.')

/** Returns the release note as it is sent. */
const asVersion = ({ id, title, text, created_at }: Row): Version => ({ _id: id, title, text, createdAt: created_at })

export const versions = (db: Db) => {
  async function row(id: number): Promise<Row> {
    const found = await db.selectFrom('version').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw none()
    return found
  }

  return {
    /** Returns the release notes that the caller may see, newest first. */
    async seenBy({ isAdmin }: Caller): Promise<Version[]> {
      const all = db.selectFrom('version').selectAll().orderBy('id', 'desc')
      const rows = await (isAdmin ? all : all.where('saved', '=', 1)).execute()
      return rows.map(asVersion)
    },

    /** Returns a release note. Throws 404 for one that was never saved, unless the caller is an admin. */
    async find(id: number, { isAdmin }: Caller): Promise<Version> {
      const found = await row(id)
      if (found.saved === 0 && !isAdmin) throw none()
      return asVersion(found)
    },

    /** Creates an empty release note, which only admins see until it is saved. */
    async make(now: string): Promise<Version> {
      const rev = await recordChange(db, 'versions', null, now)
      const made = { title: '', text: '', created_at: now, saved: 0, rev }
      return asVersion(await db.insertInto('version').values(made).returningAll().executeTakeFirstOrThrow())
    },

    /** Updates a release note. `text` must have been cleaned. */
    async update(id: number, wanted: Pick<Version, 'title' | 'text'>, now: string): Promise<Version> {
      const before = await row(id)
      if (before.saved === 1 && before.title === wanted.title && before.text === wanted.text) return asVersion(before)
      const rev = await recordChange(db, 'versions', id, now)
      const after = await db
        .updateTable('version')
        .set({ ...wanted, saved: 1, rev })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      // It was deleted meanwhile.
      if (!after) throw none()
      return asVersion(after)
    },

    async remove(id: number, now: string): Promise<void> {
      await recordChange(db, 'versions', id, now)
      const { numDeletedRows } = await db.deleteFrom('version').where('id', '=', id).executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw none()
    },
  }
}
