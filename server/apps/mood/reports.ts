/** Reports as they are read. Who may read which is decided here, in SQL, by what each report says of its manager. */
import { setImmediate } from 'node:timers/promises'
import { type Expression, expressionBuilder, type Selectable, type SqlBool } from 'kysely'
import type { MoodReport, MoodScope } from '#contract/apps/mood.ts'
import type { Caller } from '#contract/who.ts'
import type { Db, MoodReportTable, Tables } from '../../db/tables.ts'
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

type Row = Selectable<MoodReportTable>

/** Rows read at once: everything at once would keep the others waiting. */
const BATCH = 1_000

/** What people and departments are called now; the gone have no entry. Asks for each once. */
function namesIn(db: Db, table: 'user' | 'department') {
  const names = new Map<number, string | null>()
  return {
    get: (id: number | null) => (id === null ? undefined : (names.get(id) ?? undefined)),
    async learn(ids: readonly (number | null)[]): Promise<void> {
      const asked = [...new Set(ids)].filter((id): id is number => id !== null && !names.has(id))
      if (asked.length === 0) return
      for (const id of asked) names.set(id, null)
      for (const { id, name } of await db.selectFrom(table).select(['id', 'name']).where('id', 'in', asked).execute())
        names.set(id, name)
    },
  }
}

/** Puts rows into words: people and departments are called what they are called now, the gone what they were called then. */
function reporter(db: Db) {
  const people = namesIn(db, 'user')
  const departments = namesIn(db, 'department')
  const asReport = (row: Row): MoodReport => ({
    _id: row.id,
    user: row.user_id,
    name: people.get(row.user_id) ?? row.user_name,
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
    nominatedEmployeeName: people.get(row.nominated_id) ?? row.nominated_name,
    nominatedText: row.nominated_text,
    manager:
      row.manager_id === null
        ? null
        : { user: row.manager_id, empType: departments.get(row.manager_department_id) ?? row.manager_department },
  })
  return async (rows: readonly Row[]): Promise<MoodReport[]> => {
    await people.learn(rows.flatMap(({ user_id, nominated_id }) => [user_id, nominated_id]))
    await departments.learn(rows.map(({ manager_department_id }) => manager_department_id))
    return rows.map(asReport)
  }
}

const newestFirst = (a: { id: number }, b: { id: number }) => b.id - a.id

interface Of {
  readonly user?: number
  readonly period?: number
}

/** The reports within `where`, newest first: ids are given in the order of sending. */
export async function reportsWhere(db: Db, where: Where, { user, period }: Of = {}): Promise<MoodReport[]> {
  let query = db.selectFrom('mood_report').select('id').where(where)
  if (user !== undefined) query = query.where('user_id', '=', user)
  if (period !== undefined) query = query.where('period_id', '=', period)
  const ids = (await query.execute()).sort(newestFirst).map(({ id }) => id)
  const report = reporter(db)
  const reports: MoodReport[] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    if (from > 0) await setImmediate()
    const batch = ids.slice(from, from + BATCH)
    const rows = await db.selectFrom('mood_report').selectAll().where('id', 'in', batch).execute()
    reports.push(...(await report(rows.sort(newestFirst))))
  }
  return reports
}

/** What somebody sent about a week. */
export async function reportOf(db: Db, userId: number, periodId: number): Promise<MoodReport | undefined> {
  const rows = await db
    .selectFrom('mood_report')
    .selectAll()
    .where('user_id', '=', userId)
    .where('period_id', '=', periodId)
    .execute()
  return (await reporter(db)(rows))[0]
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
