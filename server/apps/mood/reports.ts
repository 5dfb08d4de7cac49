/** Reads reports. Who may read which is decided here, in SQL, by the manager that each report records. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { MoodReport, MoodScope } from '#contract/apps/mood.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { inPages } from '../../lib/pages.ts'

/** Selects reports: a condition on `mood_report`. */
export type ReportCondition = Expression<SqlBool>

/** Builds conditions of type `ReportCondition`. */
export const eb = expressionBuilder<Tables, 'mood_report'>()

/** The person who reads reports, with the department that they are in now. */
export interface Reader {
  readonly id: number
  readonly departmentId: number | null
}

export async function readerOf(db: Db, id: number): Promise<Reader> {
  const { department_id } = await db
    .selectFrom('user')
    .select('department_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, departmentId: department_id }
}

const ofOwnPeople = ({ id }: Reader): ReportCondition => eb('mood_report.manager_id', '=', id)

/** The three scopes of wire.md “Mood” as conditions. */
const SCOPE: Readonly<Record<MoodScope, (reader: Reader) => ReportCondition>> = {
  normalManager: ofOwnPeople,
  deptManager: (reader) =>
    reader.departmentId === null
      ? ofOwnPeople(reader)
      : eb.or([ofOwnPeople(reader), eb('mood_report.manager_department_id', '=', reader.departmentId)]),
  moodAdmin: () => eb.lit(true),
}

/**
 * Returns the condition for the reports in a reader's scope. The caller must have checked that the reader has this
 * scope.
 */
export const inScope = (scope: MoodScope, reader: Reader): ReportCondition => SCOPE[scope](reader)

/** Selects the newest rows, with the current names of people and departments; null where they were deleted. */
const newestOf = (db: Db, where: ReportCondition, limit: number) =>
  db
    .selectFrom('mood_report')
    .leftJoin('user as author', 'author.id', 'mood_report.user_id')
    .leftJoin('user as nominee', 'nominee.id', 'mood_report.nominated_id')
    .leftJoin('department', 'department.id', 'mood_report.manager_department_id')
    .selectAll('mood_report')
    .select(['author.name as author', 'nominee.name as nominee', 'department.name as department'])
    // Sorts ids alone: SQLite would carry whole texts through its sorting.
    .where('mood_report.id', 'in', (sub) =>
      sub
        .selectFrom('mood_report')
        .select('mood_report.id')
        .where(where)
        .orderBy('mood_report.id', 'desc')
        .limit(limit),
    )
    .orderBy('mood_report.id', 'desc')

type ReportRow = Awaited<ReturnType<ReturnType<typeof newestOf>['execute']>>[number]

/** Returns a report as it is sent. Deleted people and departments keep their last name. */
const asReport = (row: ReportRow): MoodReport => ({
  _id: row.id,
  user: row.user_id,
  name: row.author ?? row.user_name,
  createdAt: row.created_at,
  timePeriod: row.period_id,
  moraleLevel: row.morale_level,
  moraleComment: row.morale_comment,
  stressLevel: row.stress_level,
  stressComment: row.stress_comment,
  workloadLevel: row.workload_level,
  workloadComment: row.workload_comment,
  highComment: row.high_comment,
  lowComment: row.low_comment,
  extraComment: row.extra_comment,
  nominatedEmployee: row.nominated_id,
  nominatedEmployeeName: row.nominee ?? row.nominated_name,
  nominatedText: row.nominated_text,
  manager: row.manager_id === null ? null : { user: row.manager_id, empType: row.department ?? row.manager_department },
})

interface ReportFilter {
  readonly user?: number
  readonly period?: number
  /** Id of a report: only older ones are returned. */
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** Yields the reports that match `where` in pages, newest first (ids are assigned in order of sending). */
export async function* reportsWhere(
  db: Db,
  where: ReportCondition,
  filter: ReportFilter = {},
): AsyncGenerator<MoodReport[]> {
  const { user, period, before, limit } = filter
  const wanted = eb.and([
    where,
    ...(user === undefined ? [] : [eb('mood_report.user_id', '=', user)]),
    ...(period === undefined ? [] : [eb('mood_report.period_id', '=', period)]),
    ...(before === undefined ? [] : [eb('mood_report.id', '<', before)]),
  ])
  const pages = inPages<ReportRow>((last, size) => {
    const older = last ? eb.and([wanted, eb('mood_report.id', '<', last.id)]) : wanted
    return newestOf(db, older, size).execute()
  }, limit)
  for await (const rows of pages) yield rows.map(asReport)
}

/** Returns a person's report on a week. */
export async function reportOf(db: Db, userId: number, periodId: number): Promise<MoodReport | undefined> {
  const row = await newestOf(db, eb.and({ user_id: userId, period_id: periodId }), 1).executeTakeFirst()
  return row && asReport(row)
}

/** Returns the authors of the reports that match `where`, by name. */
export async function authorsWhere(db: Db, where: ReportCondition): Promise<{ _id: number; name: string }[]> {
  const newest = db
    .selectFrom('mood_report')
    .select(({ fn }) => fn.max('mood_report.id').as('id'))
    .where(where)
    .groupBy('mood_report.user_id')
  const rows = await db
    .selectFrom('mood_report')
    .leftJoin('user', 'user.id', 'mood_report.user_id')
    .select(({ fn }) => ['mood_report.user_id as id', fn.coalesce('user.name', 'mood_report.user_name').as('name')])
    .where('mood_report.id', 'in', newest)
    .execute()
  return rows.sort(inNameOrder).map(({ id, name }) => ({ _id: id, name }))
}
