/** The board in the database (wire.md “On break”). Takes a database or a transaction, which the caller owns. */
import type { Selectable } from 'kysely'
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { bit } from '../../db/bit.ts'
import { recordChange } from '../../db/feed.ts'
import { prepared } from '../../db/prepared.ts'
import { lockedColumn } from '../../db/row-lock.ts'
import type { BreakInfoTable, Db } from '../../db/tables.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { closeBreaks } from './log.ts'

// Re-exported because other apps import the store only.
export { finishRenames, lastEntry, noteRename } from './log-renames.ts'

/** Before any change that a person can make: being put on the board does not count as a change of status. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** Break info, joined with the names that are sent with it. */
export type BreakRecord = Selectable<BreakInfoTable> & { user_name: string; department: string | null }

/** The fields that a change of status sets. */
export interface BreakState {
  readonly status: boolean
  readonly breakType: string
  readonly customMessage: string
  readonly clockOutTime: string | null
  readonly plannedMinutes: number | null
}

export const AVAILABLE: BreakState = {
  status: true,
  breakType: '',
  customMessage: '',
  clockOutTime: null,
  plannedMinutes: null,
}

/** Returns the columns of a state. */
export const columnsOf = (state: BreakState) => ({
  status: bit(state.status),
  break_type: state.breakType,
  custom_message: state.customMessage,
  clock_out_time: state.clockOutTime,
  planned_minutes: state.plannedMinutes,
})

const records = (db: Db) =>
  db
    .selectFrom('break_info')
    .innerJoin('user', 'user.id', 'break_info.user_id')
    .leftJoin('department', 'department.id', 'user.department_id')
    .select([
      'break_info.id',
      'break_info.user_id',
      'user.name as user_name',
      'department.name as department',
      'break_info.status',
      'break_info.break_type',
      'break_info.custom_message',
      'break_info.clock_out_time',
      'break_info.planned_minutes',
      'break_info.effective_at',
      'break_info.changed_by_name',
      'break_info.rev',
    ])

interface BoardMember {
  readonly userId: number
  readonly userName: string
}

/** Compares as the board is sorted: by name. */
export const inBoardOrder = (a: BoardMember, b: BoardMember) =>
  inNameOrder({ id: a.userId, name: a.userName }, { id: b.userId, name: b.userName })

const ofUser = prepared((db, { userId }: { userId: number }) => records(db).where('break_info.user_id', '=', userId))

const lock = prepared((db, { userId }: { userId: number }) =>
  db.updateTable('break_info').set(lockedColumn('rev')).where('user_id', '=', userId),
)

type BreakInfoUpdate = Omit<BreakRecord, 'id' | 'user_name' | 'department'>

const update = prepared((db, to: BreakInfoUpdate) =>
  db
    .updateTable('break_info')
    .set({
      status: to.status,
      break_type: to.break_type,
      custom_message: to.custom_message,
      clock_out_time: to.clock_out_time,
      planned_minutes: to.planned_minutes,
      effective_at: to.effective_at,
      changed_by_name: to.changed_by_name,
      rev: to.rev,
    })
    .where('user_id', '=', to.user_id),
)

/** Returns the person's record, undefined for a person who is not on the board. */
export async function findBreakRecord(db: Db, userId: number): Promise<BreakRecord | undefined> {
  const [record] = await ofUser(db, { userId })
  return record
}

/** Like `findBreakRecord`, and locks the record against other changes until the transaction ends. */
export async function holdBreakRecord(db: Db, userId: number): Promise<BreakRecord | undefined> {
  await lock(db, { userId })
  return findBreakRecord(db, userId)
}

/** Returns everybody on the board; deactivated people are not. */
export const listBreakRecords = (db: Db): Promise<BreakRecord[]> =>
  records(db).where('user.deactivated', '=', 0).execute()

/** Returns those on the board who are away. */
export const awayBreakRecords = (db: Db): Promise<BreakRecord[]> =>
  records(db).where('user.deactivated', '=', 0).where('break_info.status', '=', 0).execute()

/** Returns those of the given people who are on the board. */
export const breakRecordsOf = (db: Db, userIds: readonly number[]): Promise<BreakRecord[]> =>
  records(db)
    .where('user.deactivated', '=', 0)
    .where('break_info.user_id', 'in', [...userIds])
    .execute()

/** Writes a change of status, stamped with its revision. */
export async function writeBreakRecord(
  db: Db,
  userId: number,
  state: BreakState,
  by: { name: string; effectiveAt: string; rev: number },
) {
  await update(db, {
    ...columnsOf(state),
    user_id: userId,
    effective_at: by.effectiveAt,
    changed_by_name: by.name,
    rev: by.rev,
  })
}

/**
 * Locks the breaks of a department's people, before the revision is bumped, as every change of a break does. So a break
 * that begins during a rename has either the old or the new name, in the log too.
 */
export async function holdBreaksOf(db: Db, departmentId: number): Promise<void> {
  await db
    .updateTable('break_info')
    .set(lockedColumn('rev'))
    .where('user_id', 'in', (eb) => eb.selectFrom('user').select('id').where('department_id', '=', departmentId))
    .execute()
}

/** Locks everybody's breaks, for a change of a break type: a break that begins meanwhile gets the type as changed. */
export async function holdBreaks(db: Db): Promise<void> {
  await db.updateTable('break_info').set(lockedColumn('rev')).execute()
}

/**
 * Applies a changed break type to the people on such a break, in their open log entry too: its name, and when they are
 * due back. Past breaks stay as they were.
 */
export async function followType(
  db: Db,
  from: string,
  to: { readonly name: string; readonly plannedMinutes: number | null },
  now: string,
): Promise<void> {
  const away = await db.selectFrom('break_info').select('id').where('break_type', '=', from).executeTakeFirst()
  if (!away) return
  const rev = await recordChange(db, 'board-list', null, now)
  await db
    .updateTable('break_log')
    .set({ break_type: to.name, rev })
    .where('clock_in_time', 'is', null)
    .where('break_type', '=', from)
    .where('user_id', 'in', (eb) => eb.selectFrom('break_info').select('user_id').where('break_type', '=', from))
    .execute()
  await db
    .updateTable('break_info')
    .set({ break_type: to.name, planned_minutes: to.plannedMinutes, rev })
    .where('break_type', '=', from)
    .execute()
}

/**
 * Whether the person takes part. Locks the user until the transaction ends, so that nobody can take the right away
 * meanwhile.
 */
async function holdParticipant(db: Db, userId: number): Promise<boolean> {
  const participant = await db
    .updateTable('user')
    .set(lockedColumn('rev'))
    .where('id', '=', userId)
    .where('access_onbreak', '=', 1)
    .where('deactivated', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return participant !== undefined
}

/**
 * Puts a person on the board as available. Returns null and changes nothing for a person who is on it already, away or
 * not, or who does not take part.
 */
export async function putOnBoard(db: Db, userId: number, now: string): Promise<BreakRecord | null> {
  if (!(await holdParticipant(db, userId))) return null
  const existing = await db.selectFrom('break_info').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (existing) return null
  const rev = await recordChange(db, 'board-list', userId, now)
  await db
    .insertInto('break_info')
    .values({
      ...columnsOf(AVAILABLE),
      user_id: userId,
      effective_at: NEVER,
      changed_by_name: '',
      rev,
    })
    .execute()
  return (await findBreakRecord(db, userId)) ?? null
}

/** Takes a person off the board and ends an open break in the log. Returns false if the person was not on it. */
export async function takeOffBoard(db: Db, userId: number, now: string, by: number): Promise<boolean> {
  const deleted = await db.deleteFrom('break_info').where('user_id', '=', userId).returning('id').executeTakeFirst()
  if (!deleted) return false
  const rev = await recordChange(db, 'board-list', userId, now)
  await closeBreaks(db, userId, { at: now, by, rev })
  return true
}

/** Left out where there is none, so that the shapes are those of wire.md. */
export const planned = (plannedMinutes: number | null) => (plannedMinutes === null ? {} : { plannedMinutes })

/** Returns the record as `BreakInfo` for the wire. */
export const asBreakInfo = (record: BreakRecord): BreakInfo => ({
  _id: record.id,
  user: record.user_id,
  userName: record.user_name,
  empType: record.department ?? '',
  status: record.status === 1,
  breakType: record.break_type,
  customMessage: record.custom_message,
  clockOutTime: record.clock_out_time,
  ...planned(record.planned_minutes),
  rev: record.rev,
})

/** Returns the record as the live socket and the board send it. */
export const asLiveMessage = (record: BreakRecord): LiveMessage => ({
  userId: record.user_id,
  userName: record.user_name,
  empType: record.department ?? '',
  status: record.status === 1,
  breakType: record.break_type,
  customMessage: record.custom_message,
  timeLeft: record.clock_out_time,
  ...planned(record.planned_minutes),
  rev: record.rev,
})
