/** How often a source, or one of its tasks, is expected to run, and which ones are late. */
import type { Expectation } from '#contract/apps/etl.ts'
import type { Db } from '../../db/tables.ts'
import { badRequest, notFound } from '../../http/problem.ts'
import { after, MINUTE_MS } from '../../lib/instants.ts'
import { compareNames } from '../../lib/name-order.ts'

const expectations = (db: Db) =>
  db
    .selectFrom('etl_expectation')
    .innerJoin('etl_source', 'etl_source.id', 'etl_expectation.source_id')
    .leftJoin('etl_task', 'etl_task.id', 'etl_expectation.task_id')
    .selectAll('etl_expectation')
    .select(['etl_source.name as source', 'etl_task.name as task'])

type ExpectationRow = Awaited<ReturnType<ReturnType<typeof expectations>['executeTakeFirstOrThrow']>>

const asExpectation = (row: ExpectationRow): Expectation => ({
  _id: row.id,
  dataSource: row.source,
  taskName: row.task ?? '',
  everyMinutes: row.every_minutes,
  graceMinutes: row.grace_minutes,
})

/** By source; the expectation of a whole source comes before those of its tasks. */
const bySubject = (a: Expectation, b: Expectation) =>
  compareNames(a.dataSource, b.dataSource) || compareNames(a.taskName, b.taskName) || a._id - b._id

export const listExpectations = async (db: Db): Promise<Expectation[]> =>
  (await expectations(db).execute()).map(asExpectation).sort(bySubject)

/** Sets the expectation of a source or task, replacing an earlier one. Throws 400 for an unknown source or task. */
export async function setExpectation(db: Db, wanted: Omit<Expectation, '_id'>, now: string): Promise<Expectation> {
  const source = await db.selectFrom('etl_source').select('id').where('name', '=', wanted.dataSource).executeTakeFirst()
  if (!source) throw badRequest(`No data source is called “${wanted.dataSource}”.`, 'dataSource')
  const task =
    wanted.taskName === ''
      ? null
      : await db
          .selectFrom('etl_task')
          .select('id')
          .where('source_id', '=', source.id)
          .where('name', '=', wanted.taskName)
          .executeTakeFirst()
  if (task === undefined) throw badRequest(`“${wanted.dataSource}” has no task “${wanted.taskName}”.`, 'taskName')
  const minutes = { every_minutes: wanted.everyMinutes, grace_minutes: wanted.graceMinutes }
  const { id } = await db
    .insertInto('etl_expectation')
    .values({
      source_id: source.id,
      task_id: task?.id ?? null,
      subject: `${source.id} ${task?.id ?? 0}`,
      ...minutes,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(minutes))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { _id: id, ...wanted }
}

export async function deleteExpectation(db: Db, id: number): Promise<void> {
  const row = await db.deleteFrom('etl_expectation').where('id', '=', id).returning('id').executeTakeFirst()
  if (!row) throw notFound('There is no such expectation.')
}

/** Upper bound for the difference between the clocks of two servers. */
const SKEW_MS = 5 * MINUTE_MS

/**
 * Returns all expectations with the end of the last run, at the cost of one index lookup per task. Runs in the future
 * are ignored: they come from a wrong clock, and must not hide that a source is late.
 */
const withLastRun = (db: Db, now: string) =>
  expectations(db)
    .select((eb) =>
      eb
        .selectFrom('etl_task as ran')
        .select((task) =>
          task.fn
            .max(
              task
                .selectFrom('etl_run')
                .select((run) => run.fn.max('etl_run.created_at').as('at'))
                .whereRef('etl_run.task_id', '=', 'ran.id')
                .where('etl_run.created_at', '<=', after(now, SKEW_MS)),
            )
            .as('at'),
        )
        .whereRef('ran.source_id', '=', 'etl_expectation.source_id')
        .where((task) =>
          task.or([
            task('etl_expectation.task_id', 'is', null),
            task('ran.id', '=', task.ref('etl_expectation.task_id')),
          ]),
        )
        .as('last_run'),
    )
    .execute()

/**
 * Returns what is overdue, the longest first. A source or task that has never run is due from when the expectation was
 * set.
 */
export async function listLate(db: Db, now: string) {
  const rows = await withLastRun(db, now)
  return rows
    .map((row) => {
      const minutes = row.every_minutes + row.grace_minutes
      const dueAt = after(row.last_run ?? row.created_at, minutes * MINUTE_MS)
      return { ...asExpectation(row), lastRun: row.last_run, dueAt }
    })
    .filter(({ dueAt }) => dueAt < now)
    .sort((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt) || bySubject(a, b))
}
