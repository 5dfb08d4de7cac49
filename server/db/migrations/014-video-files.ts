/** Videos whose file is here: how it is called in its folder, and how large it is. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('video').addColumn('file', 'text').execute()
  await db.schema.alterTable('video').addColumn('size', 'integer').execute()
}
