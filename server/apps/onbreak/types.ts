/** Break types beyond Lunch and Break (spec §3, wire.md “On break”), and the planned length of every type. */
import { type BreakType, BUILT_IN_BREAK_TYPES, type BuiltInBreakType } from '#contract/apps/onbreak.ts'
import { recordChange } from '../../db/feed.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { conflict, notFound } from '../../http/problem.ts'
import { inNameOrder, takenName } from '../../lib/name-order.ts'
import { followType, holdBreaks, planned } from './store.ts'

const NONE = 'There is no such break type.'

/** The fields of a break type. `plannedMinutes`: null for none, undefined to leave them as they are. */
export interface BreakTypeFields {
  readonly breakType: string
  readonly plannedMinutes?: number | null | undefined
}

interface BreakTypeRow {
  id: number
  name: string
  planned_minutes: number | null
}

const asBreakType = ({ id, name, planned_minutes: plannedMinutes }: BreakTypeRow): BreakType => ({
  _id: id,
  breakType: name,
  ...planned(plannedMinutes),
})

type BuiltInName = BuiltInBreakType['breakType']

const named = prepared((db, { name }: { name: string }) =>
  db.selectFrom('break_type').select(['id', 'planned_minutes']).where('name', '=', name),
)

/** Returns all types beyond Lunch and Break, by name. */
export async function listBreakTypes(db: Db): Promise<BreakType[]> {
  const rows = await db
    .selectFrom('break_type')
    .select(['id', 'name', 'planned_minutes'])
    .where('name', 'not in', BUILT_IN_BREAK_TYPES)
    .execute()
  return rows.sort(inNameOrder).map(asBreakType)
}

/**
 * Returns Lunch and Break. Their rows hold nothing but the planned minutes, and exist only once somebody has set
 * these.
 */
export async function listBuiltInBreakTypes(db: Db): Promise<BuiltInBreakType[]> {
  const rows = await db
    .selectFrom('break_type')
    .select(['name', 'planned_minutes'])
    .where('name', 'in', BUILT_IN_BREAK_TYPES)
    .execute()
  const minutes = new Map(rows.map((row) => [row.name, row.planned_minutes]))
  return BUILT_IN_BREAK_TYPES.map((breakType) => ({ breakType, ...planned(minutes.get(breakType) ?? null) }))
}

/** Sets the planned minutes of a built-in type, null for none. Returns the type before and after. */
export async function planBuiltInBreakType(db: Db, breakType: BuiltInName, plannedMinutes: number | null, now: string) {
  await holdBreaks(db)
  const rev = await recordChange(db, 'break-types', null, now)
  const before: BuiltInBreakType = { breakType, ...planned(await plannedMinutesOf(db, breakType)) }
  const after: BuiltInBreakType = { breakType, ...planned(plannedMinutes) }
  if (before.plannedMinutes === after.plannedMinutes) return { before, after }
  await db.deleteFrom('break_type').where('name', '=', breakType).execute()
  if (plannedMinutes !== null)
    await db.insertInto('break_type').values({ name: breakType, planned_minutes: plannedMinutes, rev }).execute()
  await followType(db, breakType, { name: breakType, plannedMinutes }, now)
  return { before, after }
}

/** Whether there is a type of this name, or planned minutes of a built-in one. */
export async function isBreakType(db: Db, name: string): Promise<boolean> {
  return (await named(db, { name })).length > 0
}

/** Returns the planned minutes of a break of this type; null where none are set or there is no such type. */
export async function plannedMinutesOf(db: Db, name: string): Promise<number | null> {
  const [type] = await named(db, { name })
  return type?.planned_minutes ?? null
}

/** Adds a type. Throws 409 if the name is taken. */
export async function addBreakType(
  db: Db,
  { breakType: name, plannedMinutes = null }: BreakTypeFields,
  now: string,
): Promise<BreakType> {
  const rev = await recordChange(db, 'break-types', null, now)
  await refuseIfTaken(db, name)
  const row = await db
    .insertInto('break_type')
    .values({ name, planned_minutes: plannedMinutes, rev })
    .returning(['id', 'name', 'planned_minutes'])
    .executeTakeFirstOrThrow()
  return asBreakType(row)
}

/** Changes a type, and breaks of this type that are under way with it. Returns the type before and after. */
export async function changeBreakType(
  db: Db,
  id: number,
  { breakType: name, plannedMinutes }: BreakTypeFields,
  now: string,
) {
  await holdBreaks(db)
  const rev = await recordChange(db, 'break-types', id, now)
  const before = (await listBreakTypes(db)).find(({ _id }) => _id === id)
  if (!before) throw notFound(NONE)
  await refuseIfTaken(db, name, id)
  const minutes = plannedMinutes === undefined ? (before.plannedMinutes ?? null) : plannedMinutes
  await db.updateTable('break_type').set({ name, planned_minutes: minutes, rev }).where('id', '=', id).execute()
  const after = asBreakType({ id, name, planned_minutes: minutes })
  const isSame = before.breakType === name && before.plannedMinutes === after.plannedMinutes
  if (!isSame) await followType(db, before.breakType, { name, plannedMinutes: minutes }, now)
  return { before, after }
}

/** Deletes a type and returns it. Breaks of this type that are under way go on, due when they were. */
export async function removeBreakType(db: Db, id: number, now: string): Promise<BreakType> {
  await recordChange(db, 'break-types', id, now)
  const row = await db
    .deleteFrom('break_type')
    .where('id', '=', id)
    .where('name', 'not in', BUILT_IN_BREAK_TYPES)
    .returning(['id', 'name', 'planned_minutes'])
    .executeTakeFirst()
  if (!row) throw notFound(NONE)
  return asBreakType(row)
}

/**
 * Throws 409 if the name is taken. Call it after bumping the revision: its lock keeps two callers from passing at once.
 */
async function refuseIfTaken(db: Db, name: string, exceptId?: number): Promise<void> {
  const others = (await listBreakTypes(db)).filter(({ _id }) => _id !== exceptId).map(({ breakType }) => breakType)
  const taken = takenName([...BUILT_IN_BREAK_TYPES, ...others], name)
  if (taken) throw conflict(`There is already a break type “${taken}”.`)
}
