import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/**
 * Returns a function that counts the Postgres backends blocked by the transaction `tx`, directly or through another one. It
 * asks on `db`, another connection.
 */
export async function lockWaiters(db: Db, tx: Db): Promise<() => Promise<number>> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const pid = rows[0]?.pid ?? 0
  return async () => {
    const waiting = await sql`
      with recursive waiting(pid) as (
        select pid from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))
        union
        select each.pid from pg_stat_activity each join waiting on waiting.pid = any(pg_blocking_pids(each.pid))
      ) select pid from waiting`.execute(db)
    return waiting.rows.length
  }
}
