/**
 * Changes a person's status: decides whether the change is allowed, and updates the board and the log (wire.md “On
 * break”, §1).
 */
import { type BreakStatus, BUILT_IN_BREAK_TYPES } from '#contract/apps/onbreak.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { badRequest, tooLate } from '../../http/problem.ts'
import { effectiveAt, isLate, overtaken, type TimedChange } from '../../lib/overtaken.ts'
import { closeBreaks, editBreak, isMadeBy, openBreak } from './log.ts'
import {
  AVAILABLE,
  asBreakInfo,
  asLiveMessage,
  type BreakRecord,
  type BreakState,
  columnsOf,
  writeBreakRecord,
} from './store.ts'
import { isBreakType, plannedMinutesOf } from './types.ts'

interface StatusChange extends TimedChange {
  readonly record: BreakRecord
  readonly wanted: BreakStatus
}

const isAway = (record: BreakRecord) => record.status === 0

/** Throws 400 for a break type that does not exist. */
export async function refuseUnknownType(db: Db, name: string): Promise<void> {
  if (BUILT_IN_BREAK_TYPES.some((builtIn) => builtIn === name) || (await isBreakType(db, name))) return
  throw badRequest(`There is no break type “${name}”.`, 'breakType')
}

/**
 * Returns the complete state that is requested. Throws 400 for an unknown break type, unless the person is on such a
 * break already.
 */
async function stateWanted(db: Db, { record, wanted, occurredAt }: StatusChange): Promise<BreakState> {
  if (wanted.status) return AVAILABLE
  const breakType = wanted.breakType ?? ''
  const underWay = isAway(record) && record.break_type === breakType
  if (!breakType) throw badRequest('Choose a break type.', 'breakType')
  if (!underWay) await refuseUnknownType(db, breakType)
  const [clockOutTime, plannedMinutes] = underWay
    ? [record.clock_out_time, record.planned_minutes]
    : [occurredAt, await plannedMinutesOf(db, breakType)]
  return { status: false, breakType, customMessage: wanted.customMessage ?? '', clockOutTime, plannedMinutes }
}

const isSame = (record: BreakRecord, state: BreakState) =>
  isAway(record) === !state.status &&
  record.break_type === state.breakType &&
  record.custom_message === state.customMessage

async function refuseIfLate(db: Db, change: StatusChange): Promise<void> {
  const { record, by } = change
  if (!isLate(record, change)) return
  const isOwn = await isMadeBy(db, { userId: record.user_id, rev: record.rev, by: by.id })
  throw tooLate(overtaken(record, change, isOwn), change, asBreakInfo(record))
}

/**
 * Writes the log, one entry per break: the same type again edits the entry, another type ends it and begins the next.
 */
async function writeLog(
  db: Db,
  { record, by, occurredAt }: StatusChange,
  state: BreakState,
  rev: number,
): Promise<void> {
  const stamp = { at: occurredAt, by: by.id, rev }
  const { user_id: userId, clock_out_time: clockOutTime } = record
  if (isAway(record) && clockOutTime && state.breakType === record.break_type)
    return editBreak(db, { userId, clockOutTime, message: state.customMessage }, stamp)
  await closeBreaks(db, userId, stamp)
  if (!state.clockOutTime) return
  const user = { id: record.user_id, name: record.user_name, department: record.department ?? '' }
  await openBreak(db, { user, ...state, clockOutTime: state.clockOutTime }, stamp)
}

/**
 * Changes the status of the person whose locked record is given. A change equal to what is stored is none: the record
 * itself is returned.
 */
export async function changeStatus(db: Db, change: StatusChange): Promise<BreakRecord> {
  const { record, by, now } = change
  const state = await stateWanted(db, change)
  if (isSame(record, state)) return record
  await refuseIfLate(db, change)
  const next = (rev: number): BreakRecord => ({ ...record, ...columnsOf(state), rev })
  const rev = await recordChange(db, 'board', record.user_id, now, (rev) => asLiveMessage(next(rev)))
  await writeBreakRecord(db, record.user_id, state, { name: by.name, effectiveAt: effectiveAt(record, change), rev })
  await writeLog(db, change, state, rev)
  return next(rev)
}
