/** How long a break of a type is meant to last, if set. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('break_type').addColumn('planned_minutes', 'integer').execute()
}
