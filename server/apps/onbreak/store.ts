/** Who is away, as the database has it: wire.md “On break”. Takes a database or a transaction; the caller owns it. */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { changed } from '../../db/feed.ts'
import { asItIs } from '../../db/hold.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { closeBreaks } from './log.ts'

// For the other apps, whose way in is the store.
export { finishRenames, lastEntry, noteRename } from './log-renames.ts'

/** Before any change that a person can have made: being put on the board is nobody's change of status. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** Break info with the names that travel with it. */
export interface BreakRecord {
  id: number
  user_id: number
  user_name: string
  department: string | null
  status: number
  break_type: string
  custom_message: string
  clock_out_time: string | null
  /** As its type has them; once the type is deleted, as it had them. */
  planned_minutes: number | null
  effective_at: string
  changed_by_name: string
  rev: number
}

/** What a change sets. */
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

/** As the table has it. */
export const columnsOf = (state: BreakState) => ({
  status: state.status ? 1 : 0,
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

interface Member {
  readonly userId: number
  readonly userName: string
}

export const inBoardOrder = (a: Member, b: Member) =>
  inNameOrder({ id: a.userId, name: a.userName }, { id: b.userId, name: b.userName })

const ofUser = prepared((db, { userId }: { userId: number }) => records(db).where('break_info.user_id', '=', userId))

const lock = prepared((db, { userId }: { userId: number }) =>
  db.updateTable('break_info').set(asItIs('rev')).where('user_id', '=', userId),
)

type Written = Omit<BreakRecord, 'id' | 'user_name' | 'department'>

const update = prepared((db, to: Written) =>
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

export const breaks = (db: Db) => ({
  async find(userId: number): Promise<BreakRecord | undefined> {
    const [record] = await ofUser(db, { userId })
    return record
  },

  /** The same, held against other changes until the transaction ends. */
  async hold(userId: number): Promise<BreakRecord | undefined> {
    await lock(db, { userId })
    return this.find(userId)
  },

  /** Everybody on the board, active people alone. */
  all: (): Promise<BreakRecord[]> => records(db).where('user.deactivated', '=', 0).execute(),

  /** Those of these people who are on the board. */
  some: (userIds: readonly number[]): Promise<BreakRecord[]> =>
    records(db)
      .where('user.deactivated', '=', 0)
      .where('break_info.user_id', 'in', [...userIds])
      .execute(),

  /** Writes a change of status, stamped with its revision. */
  async write(userId: number, state: BreakState, by: { name: string; effectiveAt: string; rev: number }) {
    await update(db, {
      ...columnsOf(state),
      user_id: userId,
      effective_at: by.effectiveAt,
      changed_by_name: by.name,
      rev: by.rev,
    })
  },
})

/**
 * Holds the breaks of a department's people, before the revision as those do who change them: a break that begins while the
 * department is renamed has one name or the other, in the log too.
 */
export async function holdBreaksOf(db: Db, departmentId: number): Promise<void> {
  await db
    .updateTable('break_info')
    .set(asItIs('rev'))
    .where('user_id', 'in', (eb) => eb.selectFrom('user').select('id').where('department_id', '=', departmentId))
    .execute()
}

/** The same of everybody, for whoever changes a type: a break that begins meanwhile is of the one that it has become. */
export async function holdBreaks(db: Db): Promise<void> {
  await db.updateTable('break_info').set(asItIs('rev')).execute()
}

/**
 * Whoever is on a break of this type follows it, in the entry of the log that is still open too: what it is called, and
 * when they are due back. Breaks of the past stay what they were.
 */
export async function followType(
  db: Db,
  from: string,
  to: { readonly name: string; readonly plannedMinutes: number | null },
  now: string,
): Promise<void> {
  const away = await db.selectFrom('break_info').select('id').where('break_type', '=', from).executeTakeFirst()
  if (!away) return
  const rev = await changed(db, 'board-list', null, now)
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

/** Whether this person takes part; held until the transaction ends, so that nobody can take the right away meanwhile. */
async function holdPart(db: Db, userId: number): Promise<boolean> {
  const held = await db
    .updateTable('user')
    .set(asItIs('rev'))
    .where('id', '=', userId)
    .where('access_onbreak', '=', 1)
    .where('deactivated', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** Puts a person on the board, available. Who is on it already, away or not, is left alone, as is who takes no part (null). */
export async function putOnBoard(db: Db, userId: number, now: string): Promise<BreakRecord | null> {
  if (!(await holdPart(db, userId))) return null
  const there = await db.selectFrom('break_info').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (there) return null
  const rev = await changed(db, 'board-list', userId, now)
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
  return (await breaks(db).find(userId)) ?? null
}

/** Takes a person off the board; a break under way ends in the log. False: the person was not on it. */
export async function takeOffBoard(db: Db, userId: number, now: string, by: number): Promise<boolean> {
  const gone = await db.deleteFrom('break_info').where('user_id', '=', userId).returning('id').executeTakeFirst()
  if (!gone) return false
  const rev = await changed(db, 'board-list', userId, now)
  await closeBreaks(db, userId, { at: now, by, rev })
  return true
}

/** Only where there is something to say: else the shapes are those of wire.md. */
export const planned = (plannedMinutes: number | null) => (plannedMinutes === null ? {} : { plannedMinutes })

/** As `BreakInfo` travels. */
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

/** As the live socket and the board say it. */
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
