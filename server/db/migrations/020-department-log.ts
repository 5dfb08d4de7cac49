/** From which log entry on past breaks belong to a department, and not to a deleted one of the same name. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('department')
    .addColumn('log_from', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
