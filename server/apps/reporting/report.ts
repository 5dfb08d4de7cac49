/**
 * Computes the reporting figures of a period inside the database: a year of a thousand people is half a million breaks.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Report } from '#contract/apps/reporting.ts'
import type { Db, Dialect } from '../../db/tables.ts'
import type { SignedInCaller } from '../../http/route.ts'
import { addDays, DAYS_OF_WEEK, dayOf, endOfDay, mondayOf, startOfDay } from '../../lib/company-time.ts'
import { groupBy } from '../../lib/group-by.ts'
import { DAY_MS } from '../../lib/instants.ts'
import { compareNames } from '../../lib/name-order.ts'
import { runsBetween } from '../etl/store.ts'
import { companyWeeks } from '../mood/store.ts'

/** A period in days of the company's calendar, both ends included. */
export interface ReportPeriod {
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/** Who asks for the report, and when. */
interface ReportRequest {
  readonly caller: SignedInCaller
  readonly now: string
}

/** Returns the Mondays of all weeks that overlap the period. */
export function mondaysOf({ from, to }: Pick<ReportPeriod, 'from' | 'to'>): string[] {
  const mondays: string[] = []
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, DAYS_OF_WEEK)) mondays.push(monday)
  return mondays
}

const MINUTES: Readonly<Record<Dialect, ReturnType<typeof sql<number>>>> = {
  sqlite: sql<number>`sum((julianday(clock_in_time) - julianday(clock_out_time)) * 1440)`,
  postgres: sql<number>`sum(extract(epoch from clock_in_time::timestamptz - clock_out_time::timestamptz) / 60)::float8`,
}

interface BreakSum {
  breaks: number
  minutes: number
}

/** Adds up the rows that have the same key, in order of first appearance. Minutes are rounded. */
function sums<Key extends object>(
  rows: readonly (Key & BreakSum)[],
  keyOf: (row: Key & BreakSum) => string,
): (Key & BreakSum)[] {
  const all = new Map<string, Key & BreakSum>()
  for (const row of rows) {
    const sum = all.get(keyOf(row))
    if (sum) {
      sum.breaks += row.breaks
      sum.minutes += row.minutes
    } else all.set(keyOf(row), { ...row })
  }
  return [...all.values()].map((row) => ({ ...row, minutes: Math.round(row.minutes) }))
}

/** The UTC hour of a break, `2026-03-05T12`, written exactly as in the index `break_log_hour`. */
const HOUR = sql<string>`substr(clock_out_time, 1, 13)`
const hourAt = (instant: string) => instant.slice(0, 13)
const isWholeHour = (instant: string) => instant.slice(13) === ':00:00.000Z'
/**
 * The UTC quarter of an hour of a break, `2026-03-05T12:45`: in a time zone with an offset of half or quarter hours,
 * one UTC hour belongs to two company hours.
 */
const QUARTER = sql<string>`substr(clock_out_time, 1, 14) || case
  when substr(clock_out_time, 15, 2) < '15' then '00' when substr(clock_out_time, 15, 2) < '30' then '15'
  when substr(clock_out_time, 15, 2) < '45' then '30' else '45' end`

interface Interval {
  readonly from: string
  readonly until: string
}

/** Counts breaks by UTC hour, or by quarter of an hour where the company's hours do not match UTC hours. */
const breaksBetween = (db: Db, dialect: Dialect, { from, until }: Interval) => {
  const areWhole = isWholeHour(from) && isWholeHour(until)
  const place = areWhole ? HOUR : QUARTER
  const hours = db
    .selectFrom('break_log')
    .select((eb) => [
      'department',
      'break_type as breakType',
      place.as('instant'),
      eb.fn.countAll<number>().as('breaks'),
      MINUTES[dialect].as('minutes'),
    ])
    .where(HOUR, '>=', hourAt(from))
    .where(HOUR, isWholeHour(until) ? '<' : '<=', hourAt(until))
    .where('clock_in_time', 'is not', null)
    .groupBy([place, 'department', 'break_type'])
  if (areWhole) return hours
  // The conditions on hours use the index; these cut the first and the last hour to the exact period.
  return hours.where('clock_out_time', '>=', from).where('clock_out_time', '<', until)
}

/** Returns the first time at or after `from` with this time of day: `05` or `05:15` → `2026-03-05T05:15`. */
function firstHour(hour: string, from: string): string {
  const time = hour.length === 2 ? `${hour}:00` : hour
  const at = `${from.slice(0, 11)}${time}`
  return at >= from.slice(0, 16) ? at : `${addDays(from.slice(0, 10), 1)}T${time}`
}

/**
 * Counts breaks by hour of the day, all days merged. Done in two steps: the inner query groups rows in index order,
 * which leaves few for the outer one to sort.
 */
async function breaksOfDays(db: Db, dialect: Dialect, within: Interval) {
  const hour = sql<string>`substr(instant, 12)`
  const rows = await db
    .selectFrom(breaksBetween(db, dialect, within).as('hours'))
    .select(({ fn }) => [
      'department',
      'breakType',
      hour.as('hour'),
      fn.sum<number>('breaks').as('breaks'),
      fn.sum<number>('minutes').as('minutes'),
    ])
    .groupBy(['department', 'breakType', hour])
    .execute()
  return rows.map(({ hour, ...row }) => ({ ...row, instant: firstHour(hour, within.from) }))
}

/**
 * Counting pauses after so many days, as SQLite counts in this very thread: other callers must not wait for a whole
 * year.
 */
const DAYS_AT_ONCE = 14

/** Whether the period is free of clock changes. */
const isFreeOfClockChanges = ({ from, until }: Interval) => (Date.parse(until) - Date.parse(from)) % DAY_MS === 0

async function allBreaks(db: Db, dialect: Dialect, { from, to, timeZone }: ReportPeriod) {
  const rows: Awaited<ReturnType<ReturnType<typeof breaksBetween>['execute']>> = []
  for (let day = from; day <= to; day = addDays(day, DAYS_AT_ONCE)) {
    const last = addDays(day, DAYS_AT_ONCE - 1)
    const within = { from: startOfDay(day, timeZone), until: endOfDay(last > to ? to : last, timeZone) }
    const counted = isFreeOfClockChanges(within)
      ? await breaksOfDays(db, dialect, within)
      : await breaksBetween(db, dialect, within).execute()
    rows.push(...counted)
    await nextTurn()
  }
  return rows
}

/** Sums up breaks by hour and by type. The company hour is looked up once for each UTC hour. */
async function breaks(db: Db, dialect: Dialect, period: ReportPeriod) {
  const { timeZone } = period
  const rows = await allBreaks(db, dialect, period)
  const hours = new Map<string, number>()
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  const hourOf = (at: string) => {
    const known = hours.get(at)
    if (known !== undefined) return known
    const hour = Number(clock.format(new Date(at.length === 13 ? `${at}:00Z` : `${at}Z`)))
    hours.set(at, hour)
    return hour
  }
  const byHour = rows.map(({ department, instant: at, breaks, minutes }) => ({
    department,
    hour: hourOf(at),
    breaks,
    minutes,
  }))
  const byType = rows.map(({ breakType, breaks, minutes }) => ({ breakType, breaks, minutes }))
  return {
    away: sums(byHour, ({ department, hour }) => `${hour} ${department}`).sort(
      (a, b) => compareNames(a.department, b.department) || a.hour - b.hour,
    ),
    types: sums(byType, ({ breakType }) => breakType).sort(
      (a, b) => b.minutes - a.minutes || compareNames(a.breakType, b.breakType),
    ),
  }
}

async function runs(db: Db, { from, to, timeZone }: ReportPeriod): Promise<Report['runs']> {
  const weeks: Report['runs'] = []
  for (const week of mondaysOf({ from, to })) {
    const first = week < from ? from : week
    const last = addDays(week, DAYS_OF_WEEK - 1)
    const within = { from: startOfDay(first, timeZone), until: endOfDay(last > to ? to : last, timeZone) }
    weeks.push({ week, ...(await runsBetween(db, within)) })
  }
  return weeks
}

/**
 * Returns, by department, how many people checked their last onboarding task in this period, and in how many days on
 * average. Days count from the day on which the list began.
 */
async function checklists(db: Db, { from, to, timeZone }: ReportPeriod): Promise<Report['checklists']> {
  // Grouped before the joins: there are far fewer lists than tasks.
  const lists = db
    .selectFrom('user_task')
    .select('user_id')
    .select(({ fn }) => [
      fn.min<string | null>('counts_from').as('began'),
      fn.max<string>('checked_at').as('done'),
      fn.min('is_checked').as('is_done'),
    ])
    .where('is_offboarding', '=', 0)
    .groupBy('user_id')
  const finished = await db
    .selectFrom(lists.as('list'))
    .innerJoin('user', 'user.id', 'list.user_id')
    .leftJoin('department', 'department.id', 'user.department_id')
    .select(['user.created_at', 'department.name', 'list.began', 'list.done'])
    .where('list.is_done', '=', 1)
    .where('list.done', '>=', startOfDay(from, timeZone))
    .where('list.done', '<', endOfDay(to, timeZone))
    .execute()
  const daysOf = ({ created_at, began, done }: (typeof finished)[number]) => {
    const first = began ?? dayOf(created_at, timeZone)
    return Math.max(0, (Date.parse(dayOf(done, timeZone)) - Date.parse(first)) / DAY_MS)
  }
  return [...groupBy(finished, ({ name }) => name ?? '')]
    .map(([department, group]) => ({
      department,
      finished: group.length,
      days: Number((group.reduce((sum, list) => sum + daysOf(list), 0) / group.length).toFixed(1)),
    }))
    .sort((a, b) => compareNames(a.department, b.department))
}

/** Returns the whole report. */
export const reportOf = async (
  db: Db,
  dialect: Dialect,
  period: ReportPeriod,
  request: ReportRequest,
): Promise<Report> => ({
  ...(await breaks(db, dialect, period)),
  runs: await runs(db, period),
  checklists: await checklists(db, period),
  mood: await companyWeeks(db, { ...period, ...request }),
})
