/** Maps names of sources, tables and tasks to ids, and creates missing ones. */
import type { Db } from '../../db/tables.ts'
import { inBatches } from '../../lib/batches.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { RunState } from './state.ts'

/** Sorted, so that two transactions lock rows in the same order and do not deadlock. */
const distinct = (values: readonly string[]) => [...new Set(values)].sort()

type IdsByName = Map<string, number>

async function sourceIds(db: Db, names: readonly string[]): Promise<IdsByName> {
  const ids: IdsByName = new Map()
  const find = async (wanted: readonly string[]) =>
    inBatches(wanted, async (batch) => {
      const rows = await db.selectFrom('etl_source').select(['id', 'name']).where('name', 'in', batch).execute()
      for (const { id, name } of rows) ids.set(name, id)
    })
  await find(names)
  const missing = names.filter((name) => !ids.has(name))
  await inBatches(missing, (batch) =>
    db
      .insertInto('etl_source')
      .values(batch.map((name) => ({ name, description: '' })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  await find(missing)
  return ids
}

/** Returns the ids of names among the tables or tasks of one source. */
async function namesIn(
  db: Db,
  kind: 'etl_table' | 'etl_task',
  sourceId: number,
  names: readonly string[],
  today: string,
): Promise<IdsByName> {
  const ids: IdsByName = new Map()
  const find = async (wanted: readonly string[]) =>
    inBatches(wanted, async (batch) => {
      const rows = await db
        .selectFrom(kind)
        .select(['id', 'name'])
        .where('source_id', '=', sourceId)
        .where('name', 'in', batch)
        .execute()
      for (const { id, name } of rows) ids.set(name, id)
    })
  await find(names)
  const missing = names.filter((name) => !ids.has(name))
  await inBatches(missing, (batch) => {
    const rows = batch.map((name) => ({ source_id: sourceId, name }))
    const insert =
      kind === 'etl_task'
        ? db.insertInto('etl_task').values(rows)
        : db.insertInto('etl_table').values(rows.map((row) => ({ ...row, named_on: today })))
    return insert.onConflict((conflict) => conflict.columns(['source_id', 'name']).doNothing()).execute()
  })
  await find(missing)
  return ids
}

/** Marks tables as still in use: the purge deletes tables that nothing has named for long. */
const noteNamed = (db: Db, ids: readonly number[], today: string) =>
  inBatches(ids, (batch) =>
    db
      .updateTable('etl_table')
      .set({ named_on: today })
      .where('id', 'in', batch)
      .where('named_on', '<', today)
      .execute(),
  )

export interface NameIds {
  taskId(source: string, task: string): number
  tableId(source: string, table: string): number
}

const idOf = (ids: IdsByName | undefined, name: string): number => {
  const id = ids?.get(name)
  if (id === undefined) throw new Error(`A name vanished: ${name}`)
  return id
}

/**
 * Returns the ids of all names in these states. Every table that is named gets one, even if no run is shown with it.
 */
export async function namesOf(db: Db, states: readonly RunState[], now: string): Promise<NameIds> {
  const today = now.slice(0, 10)
  const bySource = groupBy(states, ({ source }) => source)
  const sources = await sourceIds(db, distinct([...bySource.keys()]))
  const tasks = new Map<string, IdsByName>()
  const tables = new Map<string, IdsByName>()
  for (const [source, id] of sources) {
    const reported = bySource.get(source) ?? []
    tasks.set(source, await namesIn(db, 'etl_task', id, distinct(reported.map(({ task }) => task)), today))
    const named = distinct(
      reported.flatMap(({ end, other }) => [end?.table, other?.table].flatMap((name) => name ?? [])),
    )
    const ids = await namesIn(db, 'etl_table', id, named, today)
    await noteNamed(
      db,
      [...ids.values()].sort((a, b) => a - b),
      today,
    )
    tables.set(source, ids)
  }
  return {
    taskId: (source, task) => idOf(tasks.get(source), task),
    tableId: (source, table) => idOf(tables.get(source), table),
  }
}
