/**
 * Who last marked a failed run as resolved or took that back, and when they did: an older change from offline does not undo
 * it.
 */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('etl_run').addColumn('fix_changed_by', 'text').execute()
  await db.schema.alterTable('etl_run').addColumn('fix_effective_at', 'text').execute()
}
