/**
 * Figures week by week (ours). Those of the reader's scope are about people whose reports they may read anyway. A figure
 * of the whole company tells of others too: it is given only where no subtraction of what the reader may read leaves
 * too few of them (wire.md “Mood”).
 */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { MoodScope, MoodTrends } from '#contract/apps/mood.ts'
import { FEWEST_PEOPLE } from '#contract/values.ts'
import { startOfDay } from '../../company-time.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { inNameOrder } from '../../name-order.ts'
import { endOfWeek, nextWeek } from './periods.ts'
import { inScope, type Reader } from './reports.ts'
import { FRESH_WEEKS, lowStreaks, STREAK_WEEKS } from './streaks.ts'
import { allWeeks, asDateRange, type Today, type Week } from './weeks.ts'

/** Half a year. */
const WEEKS = 26

type Where = Expression<SqlBool>
const eb = expressionBuilder<Tables, 'mood_report'>()

interface Sums {
  readonly sent: number
  readonly morale: number
  readonly stress: number
  readonly workload: number
}
const NOTHING: Sums = { sent: 0, morale: 0, stress: 0, workload: 0 }

/** Reports and sums of their levels, by week. */
async function sumsOf(db: Db, since: Where, where: Where): Promise<Map<number, Sums>> {
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
function averages({ sent, ...sums }: Sums) {
  const mean = (sum: number) => Number((sum / sent).toFixed(1))
  return sent === 0 ? null : { morale: mean(sums.morale), stress: mean(sums.stress), workload: mean(sums.workload) }
}

/** The people of a scope as it is now: those of whom a report may be expected. */
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

/** When they joined, and how many of them have sent a report for each week, whoever was to read it. */
async function membersOf(db: Db, since: Where, scope: MoodScope, reader: Reader) {
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

const weeksIn = (weeks: readonly Week[]): Where =>
  eb(
    'mood_report.period_id',
    'in',
    weeks.map(({ id }) => id),
  )

/** What those who are still there answered in the last of these weeks, as far as it lies in the scope. */
async function answersIn(db: Db, weeks: readonly Week[], count: number, scoped: Where, users?: readonly number[]) {
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

/** Longest first, then by name. */
async function streaksIn(db: Db, weeks: readonly Week[], scoped: Where): Promise<MoodTrends['lowStreaks']> {
  const current = weeks.length - 1
  // The last weeks tell who has one; only theirs need be read to the beginning.
  const lately = await answersIn(db, weeks, STREAK_WEEKS + FRESH_WEEKS - 1, scoped)
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

interface Question {
  readonly scope: MoodScope
  /** The widest scope that the reader has. */
  readonly widest: MoodScope
  readonly reader: Reader
  readonly today: Today
}

export async function trends(db: Db, { scope, widest, reader, today }: Question): Promise<MoodTrends> {
  const weeks = (await allWeeks(db, today)).slice(-WEEKS)
  const since = weeksIn(weeks)
  const scoped = inScope(scope, reader)
  const everything = inScope('moodAdmin', reader)
  const company = await sumsOf(db, since, everything)
  const own = scope === 'moodAdmin' ? company : await sumsOf(db, since, scoped)
  const mayReadAll = widest === 'moodAdmin'
  // What the reader knows is no secret to them: all within reach, and what they wrote.
  const known = mayReadAll
    ? company
    : await sumsOf(db, since, eb.or([inScope(widest, reader), eb('mood_report.user_id', '=', reader.id)]))
  const people = await membersOf(db, since, scope, reader)

  /** A week under way tells by every step what the last report said. */
  const companyAverages = (id: number, isOver: boolean) => {
    const all = company.get(id) ?? NOTHING
    const others = all.sent - (known.get(id) ?? NOTHING).sent
    const isTold = mayReadAll || (isOver && all.sent >= FEWEST_PEOPLE && others >= FEWEST_PEOPLE)
    const told = isTold ? averages(all) : null
    return told && { sent: all.sent, ...told }
  }

  return {
    weeks: weeks.map((week, index) => {
      const sums = own.get(week.id) ?? NOTHING
      const end = startOfDay(nextWeek(week.start_date), today.timeZone)
      const wereThere = people.joined.filter((at) => at < end).length
      return {
        period: asDateRange(week, today.timeZone),
        sent: sums.sent,
        expected: sums.sent + Math.max(0, wereThere - (people.sent.get(week.id) ?? 0)),
        averages: averages(sums),
        company: companyAverages(week.id, index < weeks.length - 1),
      }
    }),
    lowStreaks: await streaksIn(db, weeks, scoped),
  }
}
