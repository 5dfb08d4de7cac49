/** The name and size of a video whose file is stored here. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('video').addColumn('file', 'text').execute()
  await db.schema.alterTable('video').addColumn('size', 'integer').execute()
}
