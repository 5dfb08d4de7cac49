/** Indexes breaks by the hour in which they began: a report counts them from this index alone, in its order. */
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../tables.ts'

export async function up(db: Kysely<never>, dialect: Dialect): Promise<void> {
  // Indexed because parsing two times costs more than all the rest. Postgres cannot index it: there it depends on a
  // setting.
  const minutes = dialect === 'sqlite' ? sql`, ((julianday(clock_in_time) - julianday(clock_out_time)) * 1440)` : sql``
  await sql`
    create index break_log_hour on break_log
    (substr(clock_out_time, 1, 13), department, break_type, clock_out_time, clock_in_time${minutes})`.execute(db)
}
