/** Weekly figures (ours). Those of the reader's scope are about people whose reports they may read anyway. */
import type { MoodScope, MoodTrends } from '#contract/apps/mood.ts'
import type { Db } from '../../db/tables.ts'
import { startOfDay } from '../../lib/company-time.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { endOfWeek, nextWeek } from './calendar-weeks.ts'
import { averages, companyFigures, NOTHING, sumsOf, weeksIn } from './figures.ts'
import { inScope, type Reader, type ReportCondition } from './reports.ts'
import { lowStreaks, STREAK_EXPIRY_WEEKS, STREAK_WEEKS } from './streaks.ts'
import { allWeeks, asDateRange, type Today, type Week } from './weeks.ts'

/** Half a year. */
const WEEKS = 26

/** The people who are in a scope now, that is those of whom a report can be expected. */
const members = (db: Db, scope: MoodScope, reader: Reader) => {
  const all = db
    .selectFrom('user')
    .leftJoin('user as manager', 'manager.id', 'user.manager_id')
    .where('user.access_mood', '=', 1)
    .where('user.deactivated', '=', 0)
  if (scope === 'moodAdmin') return all
  return all.where((each) =>
    each.or([
      each('user.manager_id', '=', reader.id),
      ...(scope === 'deptManager' && reader.departmentId !== null
        ? [each('manager.department_id', '=', reader.departmentId)]
        : []),
    ]),
  )
}

/**
 * Returns when the scope's people joined, and how many of them have sent a report for each week, even one outside the
 * scope.
 */
async function membersOf(db: Db, since: ReportCondition, scope: MoodScope, reader: Reader) {
  const people = await members(db, scope, reader).select('user.created_at').execute()
  const sent = await db
    .selectFrom('mood_report')
    .select(({ fn }) => ['period_id', fn.countAll<number>().as('sent')])
    .where(since)
    .where('mood_report.user_id', 'in', members(db, scope, reader).select('user.id'))
    .groupBy('period_id')
    .execute()
  return {
    joined: people.map(({ created_at }) => created_at),
    sent: new Map(sent.map((row) => [row.period_id, row.sent])),
  }
}

/**
 * Returns the levels that active people reported in the last `count` weeks, as far as the reports lie within the scope.
 */
async function answersIn(
  db: Db,
  weeks: readonly Week[],
  count: number,
  scoped: ReportCondition,
  users?: readonly number[],
) {
  const place = new Map(weeks.map(({ id }, index) => [id, index]))
  let query = db
    .selectFrom('mood_report')
    .innerJoin('user', 'user.id', 'mood_report.user_id')
    .select(['user_id', 'period_id', 'morale_level', 'stress_level', 'workload_level', 'user.name'])
    .where(weeksIn(weeks.slice(-count)))
    .where(scoped)
    .where('user.deactivated', '=', 0)
  if (users) query = query.where('mood_report.user_id', 'in', users)
  return (await query.execute()).map((row) => ({
    user: row.user_id,
    name: row.name,
    week: place.get(row.period_id) ?? 0,
    morale: row.morale_level,
    stress: row.stress_level,
    workload: row.workload_level,
  }))
}

/** Returns low streaks, longest first, then by name. */
async function streaksIn(db: Db, weeks: readonly Week[], scoped: ReportCondition): Promise<MoodTrends['lowStreaks']> {
  const current = weeks.length - 1
  // The last weeks show who has a streak; only those people's reports are read back to the beginning.
  const lately = await answersIn(db, weeks, STREAK_WEEKS + STREAK_EXPIRY_WEEKS - 1, scoped)
  const low = [...new Set(lowStreaks(lately, current).map(({ user }) => user))]
  if (low.length === 0) return []
  const answers = await answersIn(db, weeks, weeks.length, scoped, low)
  const names = new Map(answers.map(({ user, name }) => [user, name]))
  return lowStreaks(answers, current)
    .map(({ user: id, first, last, ...streak }) => ({
      id,
      name: names.get(id) ?? '',
      ...streak,
      startDate: weeks[first]?.start_date ?? '',
      endDate: endOfWeek(weeks[last]?.start_date ?? ''),
    }))
    .sort((a, b) => b.weeks - a.weeks || inNameOrder(a, b))
    .map(({ id, ...streak }) => ({ user: id, ...streak }))
}

interface TrendsQuery {
  readonly scope: MoodScope
  /** The widest scope that the reader has. */
  readonly widest: MoodScope
  readonly reader: Reader
  readonly today: Today
}

/** Returns the figures of a scope for the last half year, week by week, and the low streaks in it. */
export async function trends(db: Db, { scope, widest, reader, today }: TrendsQuery): Promise<MoodTrends> {
  const weeks = (await allWeeks(db, today)).slice(-WEEKS)
  const since = weeksIn(weeks)
  const scoped = inScope(scope, reader)
  const own = await sumsOf(db, since, scoped)
  const company = await companyFigures(db, { ...today, weeks, reader, widest })
  const people = await membersOf(db, since, scope, reader)

  return {
    weeks: weeks.map((week) => {
      const sums = own.get(week.id) ?? NOTHING
      const end = startOfDay(nextWeek(week.start_date), today.timeZone)
      const wereThere = people.joined.filter((at) => at < end).length
      return {
        period: asDateRange(week),
        sent: sums.sent,
        expected: sums.sent + Math.max(0, wereThere - (people.sent.get(week.id) ?? 0)),
        averages: averages(sums),
        company: company(week),
      }
    }),
    lowStreaks: await streaksIn(db, weeks, scoped),
  }
}
