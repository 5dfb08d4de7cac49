/** Reports as they are read. Who may read which is decided here, in SQL, by what each report says of its manager. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { MoodReport, MoodScope } from '#contract/apps/mood.ts'
import type { Caller } from '#contract/who.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { inNameOrder } from '../accounts/store.ts'

type Where = Expression<SqlBool>

const eb = expressionBuilder<Tables, 'mood_report'>()

/** Whose scopes they are; the department is the one they are in now. */
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

const ofOwnPeople = ({ id }: Reader): Where => eb('mood_report.manager_id', '=', id)

/** wire.md “Mood”: the three scopes. */
const SCOPE: Readonly<Record<MoodScope, (reader: Reader) => Where>> = {
  normalManager: ofOwnPeople,
  deptManager: (reader) =>
    reader.departmentId === null
      ? ofOwnPeople(reader)
      : eb.or([ofOwnPeople(reader), eb('mood_report.manager_department_id', '=', reader.departmentId)]),
  moodAdmin: () => eb.lit(true),
}

export const inScope = (scope: MoodScope, reader: Reader): Where => SCOPE[scope](reader)

/** The scopes that somebody has, widest first. */
export function scopesOf({ permissions }: Pick<Caller, 'permissions'>): MoodScope[] {
  const has: Readonly<Record<MoodScope, boolean>> = {
    moodAdmin: permissions.mood_admin,
    deptManager: permissions.isCepDeptManager,
    normalManager: permissions.isCepManager || permissions.isCepDeptManager,
  }
  return (['moodAdmin', 'deptManager', 'normalManager'] as const).filter((scope) => has[scope])
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('mood_report')
    .leftJoin('user as author', 'author.id', 'mood_report.user_id')
    .leftJoin('user as nominee', 'nominee.id', 'mood_report.nominated_id')
    .leftJoin('department', 'department.id', 'mood_report.manager_department_id')
    .selectAll('mood_report')
    // People and departments are called what they are called now, and the gone what they were called then.
    .select((eb) => [
      eb.fn.coalesce('author.name', 'mood_report.user_name').as('author'),
      eb.fn.coalesce('nominee.name', 'mood_report.nominated_name').as('nominee'),
      eb.fn.coalesce('department.name', 'mood_report.manager_department').as('department'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const asReport = (row: Row): MoodReport => ({
  _id: row.id,
  user: row.user_id,
  name: row.author,
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
  nominatedEmployeeName: row.nominee,
  nominatedText: row.nominated_text,
  manager: row.manager_id === null ? null : { user: row.manager_id, empType: row.department },
})

interface Of {
  readonly user?: number
  readonly period?: number
}

/** The reports within `where`, newest first: ids are given in the order of sending. */
export async function reportsWhere(db: Db, where: Where, of: Of = {}): Promise<MoodReport[]> {
  let query = rowsOf(db).where(where)
  if (of.user !== undefined) query = query.where('mood_report.user_id', '=', of.user)
  if (of.period !== undefined) query = query.where('mood_report.period_id', '=', of.period)
  return (await query.orderBy('mood_report.id', 'desc').execute()).map(asReport)
}

/** What somebody sent about a week. */
export async function reportOf(db: Db, userId: number, periodId: number): Promise<MoodReport | undefined> {
  const row = await rowsOf(db)
    .where('mood_report.user_id', '=', userId)
    .where('mood_report.period_id', '=', periodId)
    .executeTakeFirst()
  return row && asReport(row)
}

/** Who wrote the reports within `where`, by name. */
export async function authorsWhere(db: Db, where: Where): Promise<{ _id: number; name: string }[]> {
  const newest = db
    .selectFrom('mood_report')
    .select((eb) => eb.fn.max('mood_report.id').as('id'))
    .where(where)
    .groupBy('mood_report.user_id')
  const rows = await db
    .selectFrom('mood_report')
    .leftJoin('user', 'user.id', 'mood_report.user_id')
    .select((eb) => ['mood_report.user_id as id', eb.fn.coalesce('user.name', 'mood_report.user_name').as('name')])
    .where('mood_report.id', 'in', newest)
    .execute()
  return rows.sort(inNameOrder).map(({ id, name }) => ({ _id: id, name }))
}
