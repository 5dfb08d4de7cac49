/** Fills a database as if pipelines had reported for 90 days. */
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Inserts `runs` runs of 200 tasks over 90 days: one in twelve failed, and half of those amended. */
export function fillRuns(folder: string, runs: number): void {
  const db = new Database(join(folder, 'foyer.sqlite'))
  const now = Date.now()
  db.pragma('synchronous = OFF')
  db.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
      insert into etl_source (id, name) select i, 'source ' || i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      insert into etl_task (id, source_id, name) select i, 1 + i % 20, 'task ' || i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      insert into etl_table (id, source_id, name, named_on) select i, 1 + i % 20, 'table ' || i, '2026-01-01' from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${runs})
      insert into etl_run (run_key, task_id, table_id, created_at, is_successful, is_fixed, heard_at, message)
      select 'run ' || i, 1 + i % 200, 1 + i % 200, at, ok, case when ok = 0 and i % 24 = 0 then 1 else 0 end, at,
        case when ok = 0 then 'Something went wrong in step ' || i else '' end
      from (select i, case when i % 12 = 0 then 0 else 1 end as ok,
        strftime('%Y-%m-%dT%H:%M:%fZ', ${now / 1_000} - (${runs} - i) * ${(90 * 86_400) / runs}, 'unixepoch') as at from n);
    analyze;
  `)
  db.close()
}
