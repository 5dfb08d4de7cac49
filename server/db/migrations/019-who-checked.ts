/** Who last changed a task, by id, since two people may share a name. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('user_task').addColumn('changed_by_id', 'integer').execute()
}
