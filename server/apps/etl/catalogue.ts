/** Sources with their tables and steps, and tables with their latest run. */
import { statusOf } from '#contract/apps/etl.ts'
import type { Db } from '../../db/tables.ts'
import { groupBy } from '../../lib/group-by.ts'
import { compareNames } from '../../lib/name-order.ts'

const byName = (a: { readonly name: string }, b: { readonly name: string }) => compareNames(a.name, b.name)

const namesBySource = (rows: readonly { source_id: number; name: string }[]) =>
  groupBy([...rows].sort(byName), ({ source_id }) => source_id)

/** Returns sources by name, each with its tables and steps by name. */
export async function listDataSources(db: Db) {
  const sources = await db.selectFrom('etl_source').selectAll().execute()
  const tables = namesBySource(await db.selectFrom('etl_table').select(['source_id', 'name']).execute())
  const tasks = namesBySource(await db.selectFrom('etl_task').select(['source_id', 'name']).execute())
  return sources.sort(byName).map(({ id, name, description }) => ({
    _id: id,
    name,
    description,
    totalTables: (tables.get(id) ?? []).map((each) => each.name),
    totalSteps: (tasks.get(id) ?? []).map((each) => each.name),
  }))
}

/** Returns tables by source and name. */
export async function listTables(db: Db) {
  const rows = await db
    .selectFrom('etl_table')
    .innerJoin('etl_source', 'etl_source.id', 'etl_table.source_id')
    // One index lookup per table, however many runs it has.
    .leftJoin('etl_run', (join) =>
      join.on('etl_run.id', '=', (eb) =>
        eb
          .selectFrom('etl_run as last')
          .select('last.id')
          .whereRef('last.table_id', '=', 'etl_table.id')
          .where('last.created_at', 'is not', null)
          .orderBy('last.created_at', 'desc')
          .orderBy('last.id', 'desc')
          .limit(1),
      ),
    )
    .select([
      'etl_table.id',
      'etl_table.name',
      'etl_source.name as source',
      'etl_run.created_at',
      'etl_run.is_successful',
      'etl_run.is_fixed',
    ])
    .execute()
  return rows
    .sort((a, b) => compareNames(a.source, b.source) || byName(a, b))
    .map((row) => ({
      _id: row.id,
      dataSource: row.source,
      name: row.name,
      lastRun: row.created_at,
      lastStatus:
        row.is_successful === null
          ? null
          : statusOf({ isSuccessful: row.is_successful === 1, isFixed: row.is_fixed === 1 }),
    }))
}
