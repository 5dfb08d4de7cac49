/** What a screen that asks for a code is, so that a person can compare it with the one in front of them. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['asked_from', 'user_agent'])
    await db.schema
      .alterTable('display_code')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
}
