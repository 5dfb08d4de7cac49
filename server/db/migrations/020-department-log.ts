/** From where on the breaks of the past are a department's own, and not those of one of its name that is no more. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('department')
    .addColumn('log_from', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
