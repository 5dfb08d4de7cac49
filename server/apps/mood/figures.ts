/** Sums and averages of the levels in mood reports, by week. */
import { type SqlBool, sql } from 'kysely'
import type { MoodScope } from '#contract/apps/mood.ts'
import { MIN_PEOPLE } from '#contract/values.ts'
import type { Db } from '../../db/tables.ts'
import { startOfDay } from '../../lib/company-time.ts'
import { groupBy } from '../../lib/group-by.ts'
import { nextWeek, weekAt } from './calendar-weeks.ts'
import { eb, inScope, type Reader, type ReportCondition } from './reports.ts'
import type { Today, Week } from './weeks.ts'

interface LevelSums {
  readonly sent: number
  readonly morale: number
  readonly stress: number
  readonly workload: number
}
export const NOTHING: LevelSums = { sent: 0, morale: 0, stress: 0, workload: 0 }

/** Returns the number of reports and the sums of their levels for each week. */
export async function sumsOf(db: Db, since: ReportCondition, where: ReportCondition): Promise<Map<number, LevelSums>> {
  const rows = await db
    .selectFrom('mood_report')
    .select(({ fn }) => [
      'period_id',
      fn.countAll<number>().as('sent'),
      fn.sum<number>('morale_level').as('morale'),
      fn.sum<number>('stress_level').as('stress'),
      fn.sum<number>('workload_level').as('workload'),
    ])
    .where(since)
    .where(where)
    .groupBy('period_id')
    .execute()
  return new Map(rows.map(({ period_id, ...sums }) => [period_id, sums]))
}

/**
 * Returns averages with one digit, as they are shown: rounded twice, 3.553 would be 3.5 in one place and 3.6 in
 * another.
 */
export function averages({ sent, ...sums }: LevelSums) {
  const mean = (sum: number) => Number((sum / sent).toFixed(1))
  return sent === 0 ? null : { morale: mean(sums.morale), stress: mean(sums.stress), workload: mean(sums.workload) }
}

/** Condition for the reports of these weeks. Needs at least one week. */
export const weeksIn = (weeks: readonly { readonly id: number }[]): ReportCondition =>
  eb(
    'mood_report.period_id',
    'in',
    weeks.map(({ id }) => id),
  )

interface OthersQuery {
  readonly weeks: readonly Week[]
  readonly timeZone: string
  readonly known: ReportCondition
}

/**
 * Returns the reports that the reader does not know: for each week the sums of those sent before it ended, and the
 * later ones one by one, oldest first.
 */
async function othersIn(db: Db, { weeks, timeZone, known }: OthersQuery) {
  const over = ({ start_date }: Week) => startOfDay(nextWeek(start_date), timeZone)
  const inTime = eb.or(
    weeks.map((week) =>
      eb.and([eb('mood_report.period_id', '=', week.id), eb('mood_report.created_at', '<', over(week))]),
    ),
  )
  // `is not true` instead of `not`: for a report without a manager the condition is null.
  const others = sql<SqlBool>`(${known}) is not true`
  const late = await db
    .selectFrom('mood_report')
    .select(['period_id', 'morale_level as morale', 'stress_level as stress', 'workload_level as workload'])
    .where(weeksIn(weeks))
    .where(eb.not(inTime))
    .where(others)
    .orderBy('id')
    .execute()
  return {
    inTime: await sumsOf(db, inTime, others),
    late: groupBy(late, ({ period_id }) => period_id),
  }
}

const add = (a: LevelSums, b: Omit<LevelSums, 'sent'> & Partial<LevelSums>): LevelSums => ({
  sent: a.sent + (b.sent ?? 1),
  morale: a.morale + b.morale,
  stress: a.stress + b.stress,
  workload: a.workload + b.workload,
})

/**
 * Returns the sums of the other people's reports that may be shown, null for none. Figures from before and after a late
 * report must not reveal its content, so late reports count five at a time and the remainder not at all. If fewer than
 * five came in time, late ones fill them up first. 7 in time and 6 late: 12 count; 3 in time and 4 late: 5; 3 in time
 * and 1 late: null.
 */
function publishableSums(inTime: LevelSums, late: readonly Omit<LevelSums, 'sent'>[]): LevelSums | null {
  const shown = inTime.sent < MIN_PEOPLE ? 0 : inTime.sent
  const most = shown + Math.floor((inTime.sent + late.length - shown) / MIN_PEOPLE) * MIN_PEOPLE
  return most === 0 ? null : late.slice(0, most - inTime.sent).reduce<LevelSums>(add, inTime)
}

interface CompanyFiguresQuery extends Today {
  readonly weeks: readonly Week[]
  readonly reader: Reader
  /** The widest scope that the reader has. */
  readonly widest?: MoodScope | undefined
}

/**
 * Returns a function from a week to the company figures that may be shown, null for none. As they include other people,
 * they are shown only for completed weeks, and only where no subtraction of what the reader may read or was shown
 * before leaves too few people (wire.md “Mood”). A mood admin may read every report, so all figures are shown.
 */
export async function companyFigures(db: Db, { weeks, reader, widest, now, timeZone }: CompanyFiguresQuery) {
  const since = weeksIn(weeks)
  const asShown = (sums: LevelSums) => {
    const shown = averages(sums)
    return shown && { sent: sums.sent, ...shown }
  }
  if (widest === 'moodAdmin') {
    const all = await sumsOf(db, since, inScope(widest, reader))
    return ({ id }: Week) => asShown(all.get(id) ?? NOTHING)
  }
  const own = eb('mood_report.user_id', '=', reader.id)
  // The reader knows all reports within reach and their own: these need no protection.
  const known = widest ? eb.or([inScope(widest, reader), own]) : own
  const knownSums = await sumsOf(db, since, known)
  const others = await othersIn(db, { weeks, timeZone, known })
  const current = weekAt(now, timeZone)
  return ({ id, start_date }: Week) => {
    const shown =
      start_date < current ? publishableSums(others.inTime.get(id) ?? NOTHING, others.late.get(id) ?? []) : null
    return shown && asShown(add(knownSums.get(id) ?? NOTHING, shown))
  }
}
