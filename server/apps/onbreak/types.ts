/** The break types beyond Lunch and Break (spec §3, wire.md “On break”). */
import { type BreakType, BUILT_IN_BREAK_TYPES } from '#contract/apps/onbreak.ts'
import { changed } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { conflict, notFound } from '../../http/problem.ts'

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const NONE = 'There is no such break type.'

export const breakTypes = (db: Db) => ({
  async all(): Promise<BreakType[]> {
    const rows = await db.selectFrom('break_type').select(['id as _id', 'name as breakType']).execute()
    return rows.sort((a, b) => byName.compare(a.breakType, b.breakType) || a._id - b._id)
  },

  async isThere(name: string): Promise<boolean> {
    return (await db.selectFrom('break_type').select('id').where('name', '=', name).executeTakeFirst()) !== undefined
  },

  async add(name: string, now: string): Promise<BreakType> {
    const rev = await changed(db, 'break-types', null, now)
    await refuseIfTaken(db, name)
    return db
      .insertInto('break_type')
      .values({ name, rev })
      .returning(['id as _id', 'name as breakType'])
      .executeTakeFirstOrThrow()
  },

  /** Answers the type as it was. */
  async rename(id: number, name: string, now: string): Promise<BreakType> {
    const rev = await changed(db, 'break-types', id, now)
    await refuseIfTaken(db, name, id)
    const before = (await this.all()).find(({ _id }) => _id === id)
    if (!before) throw notFound(NONE)
    await db.updateTable('break_type').set({ name, rev }).where('id', '=', id).execute()
    return before
  },

  /** Answers the type as it was. A break of this type that is under way goes on. */
  async remove(id: number, now: string): Promise<BreakType> {
    await changed(db, 'break-types', id, now)
    const row = await db
      .deleteFrom('break_type')
      .where('id', '=', id)
      .returning(['id as _id', 'name as breakType'])
      .executeTakeFirst()
    if (!row) throw notFound(NONE)
    return row
  },
})

/** Unique without case, in any script. Call it after the revision was bumped: its lock keeps two from passing at once. */
async function refuseIfTaken(db: Db, name: string, but?: number): Promise<void> {
  const wanted = name.toLowerCase()
  const others = (await breakTypes(db).all()).filter(({ _id }) => _id !== but).map(({ breakType }) => breakType)
  const taken = [...BUILT_IN_BREAK_TYPES, ...others].find((other) => other.toLowerCase() === wanted)
  if (taken) throw conflict(`There is a break type “${taken}” already.`)
}
