/**
 * The weeks in the database. They are created as they begin, by the first call or start of the server after that
 * (wire.md “Mood”).
 */
import type { DateRange } from '#contract/apps/mood.ts'
import type { Db } from '../../db/tables.ts'
import { inBatches } from '../../lib/batches.ts'
import { endOfWeek, isLastToEndInMonth, nextWeek, openWeeks, weekAt, weeksFrom } from './calendar-weeks.ts'

/** The present time, and the company's time zone. */
export interface Today {
  readonly now: string
  readonly timeZone: string
}

/** A row of `mood_period`. */
export interface Week {
  readonly id: number
  readonly start_date: string
}

export const asDateRange = ({ id, start_date }: Week): DateRange => ({
  _id: id,
  startDate: start_date,
  endDate: endOfWeek(start_date),
  isEmployeeOfTheMonthReport: isLastToEndInMonth(start_date),
})

/**
 * Creates every week that has begun since the last one, or just the current one on an empty database. Returns the
 * Monday of the current week.
 */
export async function ensureWeeks(db: Db, { now, timeZone }: Today): Promise<string> {
  const current = weekAt(now, timeZone)
  const { last } = await db
    .selectFrom('mood_period')
    .select((eb) => eb.fn.max('start_date').as('last'))
    .executeTakeFirstOrThrow()
  const missing = weeksFrom(last === null ? current : nextWeek(last), current)
  await inBatches(missing, (batch) =>
    db
      .insertInto('mood_period')
      .values(batch.map((start_date) => ({ start_date })))
      // Another server may have inserted the same weeks.
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return current
}

/** Returns all weeks that have begun, oldest first. */
export async function allWeeks(db: Db, today: Today): Promise<Week[]> {
  const current = await ensureWeeks(db, today)
  return db.selectFrom('mood_period').selectAll().where('start_date', '<=', current).orderBy('start_date').execute()
}

/** Returns the weeks that are open to this person, oldest first, including those already filled. */
export async function openWeeksOf(db: Db, userId: number, today: Today): Promise<(Week & { isFilled: boolean })[]> {
  await ensureWeeks(db, today)
  const { created_at } = await db
    .selectFrom('user')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { first, last } = openWeeks({ ...today, joinedAt: created_at })
  const rows = await db
    .selectFrom('mood_period')
    .leftJoin('mood_report', (join) =>
      join.onRef('mood_report.period_id', '=', 'mood_period.id').on('mood_report.user_id', '=', userId),
    )
    .select(['mood_period.id', 'start_date', 'mood_report.id as report'])
    .where('start_date', '>=', first)
    .where('start_date', '<=', last)
    .orderBy('start_date')
    .execute()
  return rows.map(({ id, start_date, report }) => ({ id, start_date, isFilled: report !== null }))
}
