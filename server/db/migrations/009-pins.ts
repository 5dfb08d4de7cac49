/** The applications that a person has pinned. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('pin')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('application_id', 'integer', (c) => c.notNull().references('application.id').onDelete('cascade'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('pin_pkey', ['user_id', 'application_id'])
    .execute()
}
