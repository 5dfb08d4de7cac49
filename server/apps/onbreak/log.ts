/** The break log: one entry a break, the source of reporting (wire.md “On break”). */
import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { BreakLogEntry } from '#contract/apps/onbreak.ts'
import { prepared } from '../../db/prepared.ts'
import type { BreakLogTable, Db } from '../../db/tables.ts'

interface Stamp {
  readonly at: string
  /** Who did it; null when nobody did. */
  readonly by: number | null
  readonly rev: number
}

type LogRow = Selectable<BreakLogTable>

/** A break never ends before it began, whatever a device's clock said. */
const close = prepared((db, { userId, at, by, rev }: { userId: number; at: string; by: number | null; rev: number }) =>
  db
    .updateTable('break_log')
    .set((eb) => ({
      clock_in_time: eb.case().when('clock_out_time', '>', at).then(eb.ref('clock_out_time')).else(at).end(),
      changed_by: by,
      rev,
    }))
    .where('user_id', '=', userId)
    .where('clock_in_time', 'is', null),
)

/** Ends what the person has open. */
export async function closeBreaks(db: Db, userId: number, { at, by, rev }: Stamp): Promise<void> {
  await close(db, { userId, at, by, rev })
}

/** Whether a change of somebody's breaks was made by this person: the record itself has but a name, which two may share. */
export async function isMadeBy(
  db: Db,
  { userId, rev, by }: { userId: number; rev: number; by: number },
): Promise<boolean> {
  const entries = db.selectFrom('break_log').select('id').where('user_id', '=', userId)
  return (await entries.where('rev', '=', rev).where('changed_by', '=', by).executeTakeFirst()) !== undefined
}

interface NewEntry {
  readonly user: { readonly id: number; readonly name: string; readonly department: string }
  readonly breakType: string
  readonly customMessage: string
  readonly clockOutTime: string
  /** Missing while the break lasts. */
  readonly clockInTime?: string
}

const insert = prepared((db, entry: Omit<LogRow, 'id'>) =>
  db
    .insertInto('break_log')
    .values({
      user_id: entry.user_id,
      user_name: entry.user_name,
      department: entry.department,
      break_type: entry.break_type,
      custom_message: entry.custom_message,
      clock_out_time: entry.clock_out_time,
      clock_in_time: entry.clock_in_time,
      changed_by: entry.changed_by,
      rev: entry.rev,
    })
    .returningAll(),
)

/** Begins an entry; one that began at this very instant is taken up again. */
export async function openBreak(db: Db, entry: NewEntry, { by, rev }: Pick<Stamp, 'by' | 'rev'>): Promise<LogRow> {
  const state = {
    break_type: entry.breakType,
    custom_message: entry.customMessage,
    clock_in_time: entry.clockInTime ?? null,
    changed_by: by,
    rev,
  }
  const there = await findBreak(db, entry.user.id, entry.clockOutTime)
  if (there)
    return db.updateTable('break_log').set(state).where('id', '=', there.id).returningAll().executeTakeFirstOrThrow()
  const { id: user_id, name: user_name, department } = entry.user
  const [begun] = await insert(db, { user_id, user_name, department, clock_out_time: entry.clockOutTime, ...state })
  if (!begun) throw new Error('A break was not written.')
  return begun
}

const begunAt = prepared((db, { userId, clockOutTime }: { userId: number; clockOutTime: string }) =>
  db.selectFrom('break_log').selectAll().where('user_id', '=', userId).where('clock_out_time', '=', clockOutTime),
)

/** The entry of a person that began at this instant. */
export async function findBreak(db: Db, userId: number, clockOutTime: string): Promise<LogRow | undefined> {
  const [entry] = await begunAt(db, { userId, clockOutTime })
  return entry
}

/** The entry of the break under way. */
export const openEntryOf = (db: Db, userId: number): Promise<LogRow | undefined> =>
  db
    .selectFrom('break_log')
    .selectAll()
    .where('user_id', '=', userId)
    .where('clock_in_time', 'is', null)
    .executeTakeFirst()

/** Another message for the break under way. */
export async function editBreak(
  db: Db,
  userId: number,
  clockOutTime: string,
  message: string,
  stamp: Omit<Stamp, 'at'>,
) {
  await db
    .updateTable('break_log')
    .set({ custom_message: message, changed_by: stamp.by, rev: stamp.rev })
    .where('user_id', '=', userId)
    .where('clock_out_time', '=', clockOutTime)
    .where('clock_in_time', 'is', null)
    .execute()
}

/** Rows read in one go: between two, the portal answers others. */
const AT_ONCE = 1_000

/** What began from `from` on and before `until`, oldest first. In parts: the years of a company are too much to be held. */
export async function* entriesBetween(db: Db, from: string, until: string): AsyncGenerator<readonly BreakLogEntry[]> {
  let last = { clock_out_time: from, id: 0 }
  for (;;) {
    const { clock_out_time: since, id } = last
    const rows = await db
      .selectFrom('break_log')
      .selectAll()
      .where('clock_out_time', '>=', since)
      .where('clock_out_time', '<', until)
      .where((eb) => eb.or([eb('clock_out_time', '>', since), eb('id', '>', id)]))
      .orderBy('clock_out_time')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(asLogEntry)
    if (rows.length < AT_ONCE) return
    last = end
    await setImmediate()
  }
}

/** As it travels. */
export const asLogEntry = (row: LogRow): BreakLogEntry => ({
  _id: row.id,
  user: row.user_id,
  userName: row.user_name,
  empType: row.department,
  breakType: row.break_type,
  customMessage: row.custom_message,
  clockOutTime: row.clock_out_time,
  clockInTime: row.clock_in_time,
  changedBy: row.changed_by,
  rev: row.rev,
})
