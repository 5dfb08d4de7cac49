/** The sample company's board as of now, and its breaks of the last two weeks. */
import type { Insertable } from 'kysely'
import type { BreakInfoTable, BreakLogTable } from '../db/tables.ts'
import { DAY_MS, MINUTE_MS } from '../lib/instants.ts'
import type { Random } from './random.ts'

/** Break types beyond Lunch and Break, which every portal has. */
export const BREAK_TYPES = ['Appointment', 'Errand', 'Meeting', 'Training'] as const
/** Planned length, in minutes, of the break types that have a usual one. */
export const PLANNED_MINUTES: Readonly<Record<string, number>> = { Lunch: 60, Break: 15 }

const DAYS_OF_LOG = 14

const MESSAGES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Lunch', ''],
  ['Lunch', 'Back at one'],
  ['Lunch', 'In the canteen, phone is on'],
  ['Break', ''],
  ['Break', 'Fresh air'],
  ['Break', '☕'],
  ['Meeting', 'Room 4.12, back in an hour. Jonas has the queue until then.'],
  ['Appointment', 'Dentist 🦷'],
  ['Errand', 'Picking up the parcel for the whole team'],
  ['Training', 'First aid, whole afternoon'],
]

/** A person with a place on the board. */
export interface Participant {
  readonly id: number
  readonly name: string
  readonly department: string
}

type BreakInfoRow = Insertable<BreakInfoTable>
type LogEntry = Insertable<BreakLogTable>

const at = (time: number) => new Date(time).toISOString()

const entryOf = (
  person: Participant,
  breakType: string,
  message: string,
  left: number,
  back: number | null,
  rev: number,
): LogEntry => ({
  user_id: person.id,
  user_name: person.name,
  department: person.department,
  break_type: breakType,
  custom_message: message,
  clock_out_time: at(left),
  clock_in_time: back === null ? null : at(back),
  changed_by: person.id,
  rev,
})

/** Returns the breaks of a working day: mostly a lunch, sometimes a break in the afternoon. */
function breaksOfDay(person: Participant, midnight: number, random: Random, rev: number): LogEntry[] {
  const entries: LogEntry[] = []
  const add = (breakType: string, from: number, minutes: number) => {
    const left = midnight + from * MINUTE_MS + random.between(0, 59_999)
    entries.push(entryOf(person, breakType, '', left, left + minutes * MINUTE_MS, rev))
  }
  if (random.chance(0.8)) add('Lunch', random.between(11 * 60, 13 * 60), random.between(22, 58))
  if (random.chance(0.3)) add('Break', random.between(14 * 60 + 30, 16 * 60), random.between(4, 17))
  if (random.chance(0.04)) add(random.pick(BREAK_TYPES), random.between(9 * 60, 10 * 60), random.between(30, 60))
  return entries
}

const isWorkday = (midnight: number) => ![0, 6].includes(new Date(midnight).getUTCDay())

function pastBreaks(person: Participant, now: number, random: Random, rev: number): LogEntry[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS_OF_LOG }, (_, index) => today - (DAYS_OF_LOG - index) * DAY_MS)
  return days.filter(isWorkday).flatMap((midnight) => breaksOfDay(person, midnight, random, rev))
}

/** Returns a participant's break info and log entries. About one in six is away. */
export function breaksOf(
  person: Participant,
  now: number,
  random: Random,
  rev: number,
): { info: BreakInfoRow; log: LogEntry[] } {
  const log = pastBreaks(person, now, random, rev)
  const isAway = random.chance(1 / 6)
  const [breakType, message] = isAway ? random.pick(MESSAGES) : ['', '']
  const left = isAway ? now - random.between(2, 75) * MINUTE_MS - random.between(0, 59_999) : null
  if (left !== null) log.push(entryOf(person, breakType, message, left, null, rev))
  const info: BreakInfoRow = {
    user_id: person.id,
    status: isAway ? 0 : 1,
    break_type: breakType,
    custom_message: message,
    clock_out_time: left === null ? null : at(left),
    planned_minutes: PLANNED_MINUTES[breakType] ?? null,
    effective_at: at(left ?? now - 80 * MINUTE_MS),
    changed_by_name: person.name,
    rev,
  }
  return { info, log }
}
