/** How long a break in progress is meant to last, stored with the break so that it outlives its type. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('break_info').addColumn('planned_minutes', 'integer').execute()
  await sql`
    update break_info set planned_minutes =
    (select planned_minutes from break_type where break_type.name = break_info.break_type)`.execute(db)
}
