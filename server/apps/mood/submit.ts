/**
 * Submits a report: checks that the week is open to the author and the nominee allowed, and records the current manager
 * (wire.md “Mood”).
 */
import { type MoodReport, SELF_VOTE, type submitMoodReport } from '#contract/apps/mood.ts'
import type { BodyOf } from '#contract/call.ts'
import type { Db } from '../../db/tables.ts'
import { badRequest, conflict, type Problem } from '../../http/problem.ts'
import { isLastToEndInMonth } from './calendar-weeks.ts'
import { reportOf } from './reports.ts'
import { openWeeksOf, type Today } from './weeks.ts'

type ReportBody = BodyOf<typeof submitMoodReport>

async function filled(db: Db, userId: number, periodId: number): Promise<Problem> {
  return conflict('You have already sent a report for this week.', await reportOf(db, userId, periodId))
}

/** Returns the Monday of the week. Throws 409 if the person has filled it, 400 if it is not open to them. */
async function openWeek(db: Db, userId: number, periodId: number, today: Today): Promise<string> {
  const week = (await openWeeksOf(db, userId, today)).find(({ id }) => id === periodId)
  if (week && !week.isFilled) return week.start_date
  if (week || (await reportOf(db, userId, periodId))) throw await filled(db, userId, periodId)
  throw badRequest('This week is not open to you, or no longer open.', 'timePeriod')
}

/**
 * Returns the nominee's name, `''` for nobody. Throws 400 if the week has no nomination, or the person cannot be
 * nominated.
 */
async function nomineeName(db: Db, id: number | null, monday: string): Promise<string> {
  if (id === null) return ''
  if (!isLastToEndInMonth(monday))
    throw badRequest('Nobody can be nominated this week, only in the last week of a month.', 'nominatedEmployee')
  const nominee = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', id)
    .where('is_cep', '=', 1)
    .where('deactivated', '=', 0)
    .executeTakeFirst()
  if (!nominee) throw badRequest('This person cannot be nominated: choose a company employee.', 'nominatedEmployee')
  return nominee.name
}

/** Returns the author's name, their manager, and the manager's department. */
const authorOf = (db: Db, id: number) =>
  db
    .selectFrom('user as author')
    .leftJoin('user as manager', 'manager.id', 'author.manager_id')
    .leftJoin('department', 'department.id', 'manager.department_id')
    .select([
      'author.name',
      'author.manager_id',
      'manager.department_id as manager_department_id',
      'department.name as manager_department',
    ])
    .where('author.id', '=', id)
    .executeTakeFirstOrThrow()

/** Stores a report. Throws 400 or 409, with nothing written, as wire.md rules. */
export async function submit(db: Db, userId: number, body: ReportBody, today: Today): Promise<MoodReport> {
  const nominee = body.nominatedEmployee ?? null
  if (nominee === userId) throw badRequest(SELF_VOTE, 'nominatedEmployee')
  const monday = await openWeek(db, userId, body.timePeriod, today)
  const nominated_name = await nomineeName(db, nominee, monday)
  const author = await authorOf(db, userId)
  const row = {
    user_id: userId,
    user_name: author.name,
    period_id: body.timePeriod,
    created_at: today.now,
    morale_level: body.moraleLevel,
    morale_comment: body.moraleComment ?? '',
    stress_level: body.stressLevel,
    stress_comment: body.stressComment ?? '',
    workload_level: body.workloadLevel,
    workload_comment: body.workloadComment ?? '',
    high_comment: body.highComment,
    low_comment: body.lowComment,
    extra_comment: body.extraComment ?? '',
    nominated_id: nominee,
    nominated_name,
    nominated_text: body.nominatedText ?? '',
    manager_id: author.manager_id,
    manager_department_id: author.manager_department_id,
    manager_department: author.manager_department ?? '',
  }
  const stored = await db
    .insertInto('mood_report')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'period_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // The same report was sent twice at once, and the other request came first.
  if (!stored) throw await filled(db, userId, body.timePeriod)
  return (await reportOf(db, userId, body.timePeriod)) as MoodReport
}
