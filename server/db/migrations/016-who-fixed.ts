/**
 * Who last marked a run as resolved or took that back, by id, since two people may share a name. Also indexes for the
 * queries that run every minute.
 */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('etl_run').addColumn('fix_changed_by_id', 'integer').execute()
  await db.schema.createIndex('user_task_due').on('user_task').columns(['is_checked', 'due_on']).execute()
  await db.schema.createIndex('push_cause_cause').on('push_cause').column('cause').execute()
}
