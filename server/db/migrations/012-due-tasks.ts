/** When a task is due, who has to do it, and the last day of people who leave. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['todo', 'user_task']) {
    await db.schema.alterTable(table).addColumn('due_days', 'integer').execute()
    await db.schema
      .alterTable(table)
      .addColumn('owner', 'text', (c) => c.notNull().defaultTo('admin'))
      .execute()
  }
  await db.schema.alterTable('user_task').addColumn('counts_from', 'text').execute()
  await db.schema.alterTable('user_task').addColumn('due_on', 'text').execute()
  await db.schema.alterTable('user').addColumn('last_day', 'text').execute()
  await db.schema.createIndex('user_manager').on('user').column('manager_id').execute()

  // Existing lists count from the day of their oldest change, mostly a task that nobody has touched since it was added.
  await sql`
    update user_task set counts_from = (
      select substr(min(of_list.effective_at), 1, 10) from user_task as of_list
      where of_list.user_id = user_task.user_id and of_list.is_offboarding = user_task.is_offboarding
    )`.execute(db)
  await sql`
    update "user" set last_day = (
      select min(counts_from) from user_task where user_task.user_id = "user".id and is_offboarding = 1
    ) where offboarding = 1`.execute(db)
}
