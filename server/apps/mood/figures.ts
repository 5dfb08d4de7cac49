/** The levels of mood reports, summed up by week. */
import { type SqlBool, sql } from 'kysely'
import type { MoodScope } from '#contract/apps/mood.ts'
import { FEWEST_PEOPLE } from '#contract/values.ts'
import type { Db } from '../../db/tables.ts'
import { startOfDay } from '../../lib/company-time.ts'
import { groupBy } from '../../lib/group-by.ts'
import { nextWeek, weekAt } from './periods.ts'
import { eb, inScope, type Reader, type Where } from './reports.ts'
import type { Today, Week } from './weeks.ts'

interface Sums {
  readonly sent: number
  readonly morale: number
  readonly stress: number
  readonly workload: number
}
export const NOTHING: Sums = { sent: 0, morale: 0, stress: 0, workload: 0 }

/** Reports and sums of their levels, by week. */
export async function sumsOf(db: Db, since: Where, where: Where): Promise<Map<number, Sums>> {
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

/** To one digit, as they are shown: rounded twice, 3.553 would be 3.5 in one place and 3.6 in another. */
export function averages({ sent, ...sums }: Sums) {
  const mean = (sum: number) => Number((sum / sent).toFixed(1))
  return sent === 0 ? null : { morale: mean(sums.morale), stress: mean(sums.stress), workload: mean(sums.workload) }
}

/** Never without a week. */
export const weeksIn = (weeks: readonly { readonly id: number }[]): Where =>
  eb(
    'mood_report.period_id',
    'in',
    weeks.map(({ id }) => id),
  )

interface Within {
  readonly weeks: readonly Week[]
  readonly timeZone: string
  readonly known: Where
}

/** All but what is known: what was there of each week when it ended, and each report that came after, in their order. */
async function othersIn(db: Db, { weeks, timeZone, known }: Within) {
  const over = ({ start_date }: Week) => startOfDay(nextWeek(start_date), timeZone)
  const inTime = eb.or(
    weeks.map((week) =>
      eb.and([eb('mood_report.period_id', '=', week.id), eb('mood_report.created_at', '<', over(week))]),
    ),
  )
  // Not “not”: of a report without a manager it is unknown whether it lies within reach.
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

const add = (a: Sums, b: Omit<Sums, 'sent'> & Partial<Sums>): Sums => ({
  sent: a.sent + (b.sent ?? 1),
  morale: a.morale + b.morale,
  stress: a.stress + b.stress,
  workload: a.workload + b.workload,
})

/**
 * Those of the others that may be told of: what is told before and after a late report must not tell what that report said,
 * so that the late ones count five at a time, and what is left of them not at all. Where fewer than five came in time, late
 * ones fill them up first. 7 in time and 6 late: 12 are told of; 3 in time and 4 late: 5; 3 in time and 1 late: null.
 */
function toldOf(inTime: Sums, late: readonly Omit<Sums, 'sent'>[]): Sums | null {
  const told = inTime.sent < FEWEST_PEOPLE ? 0 : inTime.sent
  const most = told + Math.floor((inTime.sent + late.length - told) / FEWEST_PEOPLE) * FEWEST_PEOPLE
  return most === 0 ? null : late.slice(0, most - inTime.sent).reduce<Sums>(add, inTime)
}

interface Question extends Today {
  readonly weeks: readonly Week[]
  readonly reader: Reader
  /** The widest scope that the reader has. */
  readonly widest?: MoodScope | undefined
}

/**
 * What may be told of the whole company's week, by its id. It tells of others too: it is given only where no subtraction of
 * what the reader may read, or was told before, leaves too few of them (wire.md “Mood”), and only once the week is over.
 */
export async function companyFigures(db: Db, { weeks, reader, widest, now, timeZone }: Question) {
  const since = weeksIn(weeks)
  const asTold = (sums: Sums) => {
    const told = averages(sums)
    return told && { sent: sums.sent, ...told }
  }
  if (widest === 'moodAdmin') {
    const all = await sumsOf(db, since, inScope(widest, reader))
    return ({ id }: Week) => asTold(all.get(id) ?? NOTHING)
  }
  const own = eb('mood_report.user_id', '=', reader.id)
  // What the reader knows is no secret to them: all within reach, and what they wrote.
  const known = widest ? eb.or([inScope(widest, reader), own]) : own
  const mine = await sumsOf(db, since, known)
  const others = await othersIn(db, { weeks, timeZone, known })
  const current = weekAt(now, timeZone)
  return ({ id, start_date }: Week) => {
    const told = start_date < current ? toldOf(others.inTime.get(id) ?? NOTHING, others.late.get(id) ?? []) : null
    return told && asTold(add(mine.get(id) ?? NOTHING, told))
  }
}
