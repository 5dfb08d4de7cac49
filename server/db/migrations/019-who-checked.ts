/** Who changed a task last, by id: two people may have one name. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('user_task').addColumn('changed_by_id', 'integer').execute()
}
