/** The break log: one entry per break, the source of reporting (wire.md “On break”). */
import type { Selectable } from 'kysely'
import type { BreakLogEntry } from '#contract/apps/onbreak.ts'
import { prepared } from '../../db/prepared.ts'
import type { BreakLogTable, Db } from '../../db/tables.ts'
import { inPages } from '../../lib/pages.ts'

interface ChangeStamp {
  readonly at: string
  /** Who made the change; null when nobody did. */
  readonly by: number | null
  readonly rev: number
}

type LogRow = Selectable<BreakLogTable>

/** Ends open entries. A break never ends before it began, whatever a device's clock said. */
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

/** Ends the open breaks of a person. */
export async function closeBreaks(db: Db, userId: number, { at, by, rev }: ChangeStamp): Promise<void> {
  await close(db, { userId, at, by, rev })
}

/**
 * Whether this person made a certain change of somebody's breaks. Asks the log, as the record holds only a name, which
 * two people may share.
 */
export async function isMadeBy(
  db: Db,
  { userId, rev, by }: { userId: number; rev: number; by: number },
): Promise<boolean> {
  const entries = db.selectFrom('break_log').select('id').where('user_id', '=', userId)
  return (await entries.where('rev', '=', rev).where('changed_by', '=', by).executeTakeFirst()) !== undefined
}

interface NewLogEntry {
  readonly user: { readonly id: number; readonly name: string; readonly department: string }
  readonly breakType: string
  readonly customMessage: string
  readonly clockOutTime: string
  /** Missing while the break is under way. */
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

/** Adds an entry; an existing one with the same time of leaving is updated instead. */
export async function openBreak(
  db: Db,
  entry: NewLogEntry,
  { by, rev }: Pick<ChangeStamp, 'by' | 'rev'>,
): Promise<LogRow> {
  const state = {
    break_type: entry.breakType,
    custom_message: entry.customMessage,
    clock_in_time: entry.clockInTime ?? null,
    changed_by: by,
    rev,
  }
  const existing = await findBreak(db, entry.user.id, entry.clockOutTime)
  if (existing)
    return db.updateTable('break_log').set(state).where('id', '=', existing.id).returningAll().executeTakeFirstOrThrow()
  const { id: user_id, name: user_name, department } = entry.user
  const [begun] = await insert(db, { user_id, user_name, department, clock_out_time: entry.clockOutTime, ...state })
  if (!begun) throw new Error('A break was not written.')
  return begun
}

const begunAt = prepared((db, { userId, clockOutTime }: { userId: number; clockOutTime: string }) =>
  db.selectFrom('break_log').selectAll().where('user_id', '=', userId).where('clock_out_time', '=', clockOutTime),
)

/** Returns the person's entry that began at this instant. */
export async function findBreak(db: Db, userId: number, clockOutTime: string): Promise<LogRow | undefined> {
  const [entry] = await begunAt(db, { userId, clockOutTime })
  return entry
}

/** Returns the entry of the person's break under way. */
export const openEntryOf = (db: Db, userId: number): Promise<LogRow | undefined> =>
  db
    .selectFrom('break_log')
    .selectAll()
    .where('user_id', '=', userId)
    .where('clock_in_time', 'is', null)
    .executeTakeFirst()

/** Changes the message of the break under way. */
export async function editBreak(
  db: Db,
  { userId, clockOutTime, message }: { userId: number; clockOutTime: string; message: string },
  { by, rev }: Pick<ChangeStamp, 'by' | 'rev'>,
): Promise<void> {
  await db
    .updateTable('break_log')
    .set({ custom_message: message, changed_by: by, rev })
    .where('user_id', '=', userId)
    .where('clock_out_time', '=', clockOutTime)
    .where('clock_in_time', 'is', null)
    .execute()
}

/**
 * Yields the entries that began at or after `from` and before `until`, oldest first. In pages: a company's years are too
 * much for memory.
 */
export async function* entriesBetween(db: Db, from: string, until: string): AsyncGenerator<readonly BreakLogEntry[]> {
  const pages = inPages<LogRow>((last, size) => {
    const { clock_out_time: since, id } = last ?? { clock_out_time: from, id: 0 }
    return db
      .selectFrom('break_log')
      .selectAll()
      .where('clock_out_time', '>=', since)
      .where('clock_out_time', '<', until)
      .where((eb) => eb.or([eb('clock_out_time', '>', since), eb('id', '>', id)]))
      .orderBy('clock_out_time')
      .orderBy('id')
      .limit(size)
      .execute()
  })
  for await (const rows of pages) yield rows.map(asLogEntry)
}

/** Returns the entry as it is sent. */
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
