/** Forgets runs that have had their time. */
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { Db } from '../../db/tables.ts'
import { before, DAY_MS } from '../../lib/instants.ts'

/** Those that `column` holds against. */
function oldRuns(db: Db, column: 'created_at' | 'heard_at', oldest: string) {
  const old = db.selectFrom('etl_run').select('id').where(column, '<', oldest)
  // Runs that never ended are forgotten by when they were first heard of.
  return column === 'heard_at' ? old.where('created_at', 'is', null) : old
}

/** Names that nothing is called by any more. */
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

/** Forgets runs that ended, or were heard of and never ended, more than `days` ago. */
export async function purgeRuns(db: Db, now: string, days: number): Promise<void> {
  const oldest = before(now, days * DAY_MS)
  for (const column of ['created_at', 'heard_at'] as const) {
    const old = oldRuns(db, column, oldest)
    await deleteInSteps((most) => db.deleteFrom('etl_run').where('id', 'in', old.limit(most)))
  }
  await purgeNames(db, oldest)
}
