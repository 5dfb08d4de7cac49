/** Deletes old runs, and names that nothing refers to. */
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { Db } from '../../db/tables.ts'
import { before, DAY_MS } from '../../lib/instants.ts'

/** Selects the runs whose `column` is before `oldest`. */
function oldRuns(db: Db, column: 'created_at' | 'heard_at', oldest: string) {
  const old = db.selectFrom('etl_run').select('id').where(column, '<', oldest)
  // The time of the first message applies only to runs that never ended.
  return column === 'heard_at' ? old.where('created_at', 'is', null) : old
}

/**
 * Deletes names that are no longer in use: tasks without a run or expectation, tables without a run that have not been
 * named since `oldest`, then sources left without task, table and expectation.
 */
async function purgeNames(db: Db, oldest: string): Promise<void> {
  await db
    .deleteFrom('etl_task')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('etl_run').select('etl_run.id').whereRef('etl_run.task_id', '=', 'etl_task.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('etl_expectation')
            .select('etl_expectation.id')
            .whereRef('etl_expectation.task_id', '=', 'etl_task.id'),
        ),
      ),
    )
    .execute()
  await db
    .deleteFrom('etl_table')
    .where('named_on', '<', oldest.slice(0, 10))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('etl_run').select('etl_run.id').whereRef('etl_run.table_id', '=', 'etl_table.id'))),
    )
    .execute()
  await db
    .deleteFrom('etl_source')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('etl_task').select('etl_task.id').whereRef('etl_task.source_id', '=', 'etl_source.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('etl_table').select('etl_table.id').whereRef('etl_table.source_id', '=', 'etl_source.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('etl_expectation')
            .select('etl_expectation.id')
            .whereRef('etl_expectation.source_id', '=', 'etl_source.id'),
        ),
      ),
    )
    .execute()
}

/** Deletes runs that ended more than `days` ago, or were first heard of more than `days` ago and never ended. */
export async function purgeRuns(db: Db, now: string, days: number): Promise<void> {
  const oldest = before(now, days * DAY_MS)
  for (const column of ['created_at', 'heard_at'] as const) {
    const old = oldRuns(db, column, oldest)
    await deleteInSteps((most) => db.deleteFrom('etl_run').where('id', 'in', old.limit(most)))
  }
  await purgeNames(db, oldest)
}
