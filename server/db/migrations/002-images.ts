/** Images of applications. */
import type { Kysely } from 'kysely'
import type { Dialect } from '../tables.ts'

export async function up(db: Kysely<never>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('image')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    // The last column: SQLite reads a row from its beginning.
    .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob', (c) => c.notNull())
    .execute()
}
