/** Who last said whether a failed run is resolved, and when that was for them: an older word from offline does not undo it. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('etl_run').addColumn('fix_changed_by', 'text').execute()
  await db.schema.alterTable('etl_run').addColumn('fix_effective_at', 'text').execute()
}
