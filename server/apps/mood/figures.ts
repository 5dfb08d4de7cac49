/** The levels of mood reports, summed up by week. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { MoodScope } from '#contract/apps/mood.ts'
import { FEWEST_PEOPLE } from '#contract/values.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { inScope, type Reader } from './reports.ts'

export type Where = Expression<SqlBool>
const eb = expressionBuilder<Tables, 'mood_report'>()

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

/**
 * What may be told of the whole company's week, by its id. It tells of others too: it is given only where no subtraction of
 * what the reader may read leaves too few of them (wire.md “Mood”), and only once the week is over: under way every step
 * tells what the last report said.
 */
export async function companyFigures(
  db: Db,
  since: Where,
  {
    reader,
    widest,
  }: { readonly reader: Reader /** The widest scope that the reader has. */; readonly widest?: MoodScope | undefined },
) {
  const company = await sumsOf(db, since, inScope('moodAdmin', reader))
  const mayReadAll = widest === 'moodAdmin'
  const own = eb('mood_report.user_id', '=', reader.id)
  // What the reader knows is no secret to them: all within reach, and what they wrote.
  const known = mayReadAll ? company : await sumsOf(db, since, widest ? eb.or([inScope(widest, reader), own]) : own)
  return (week: number, isOver: boolean) => {
    const all = company.get(week) ?? NOTHING
    const others = all.sent - (known.get(week)?.sent ?? 0)
    const isTold = mayReadAll || (isOver && all.sent >= FEWEST_PEOPLE && others >= FEWEST_PEOPLE)
    const told = isTold ? averages(all) : null
    return told && { sent: all.sent, ...told }
  }
}
