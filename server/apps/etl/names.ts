/** Maps names of sources, tables and tasks to ids, and creates missing ones. */
import type { Db } from '../../db/tables.ts'
import { inBatches } from '../../lib/batches.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { RunState } from './state.ts'

/** Sorted, so that two transactions lock rows in the same order and do not deadlock. */
const distinct = (values: readonly string[]) => [...new Set(values)].sort()

type IdsByName = Map<string, number>

/** How to read and add names of one kind. */
interface StoredNames {
  find(names: readonly string[]): Promise<readonly { readonly id: number; readonly name: string }[]>
  /** Adds names, except those that another request has just added. */
  add(names: readonly string[]): Promise<unknown>
}

const sourceNames = (db: Db): StoredNames => ({
  find: (names) => db.selectFrom('etl_source').select(['id', 'name']).where('name', 'in', names).execute(),
  add: (names) =>
    db
      .insertInto('etl_source')
      .values(names.map((name) => ({ name, description: '' })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
})

const namesInSource = (db: Db, kind: 'etl_table' | 'etl_task', sourceId: number) => (names: readonly string[]) =>
  db.selectFrom(kind).select(['id', 'name']).where('source_id', '=', sourceId).where('name', 'in', names).execute()

const taskNames = (db: Db, sourceId: number): StoredNames => ({
  find: namesInSource(db, 'etl_task', sourceId),
  add: (names) =>
    db
      .insertInto('etl_task')
      .values(names.map((name) => ({ source_id: sourceId, name })))
      .onConflict((conflict) => conflict.columns(['source_id', 'name']).doNothing())
      .execute(),
})

const tableNames = (db: Db, sourceId: number, today: string): StoredNames => ({
  find: namesInSource(db, 'etl_table', sourceId),
  add: (names) =>
    db
      .insertInto('etl_table')
      .values(names.map((name) => ({ source_id: sourceId, name, named_on: today })))
      .onConflict((conflict) => conflict.columns(['source_id', 'name']).doNothing())
      .execute(),
})

/** Returns the ids of the names, after adding those that are missing. */
async function idsOf(names: readonly string[], { find, add }: StoredNames): Promise<IdsByName> {
  const ids: IdsByName = new Map()
  const look = (wanted: readonly string[]) =>
    inBatches(wanted, async (batch) => {
      for (const { id, name } of await find(batch)) ids.set(name, id)
    })
  await look(names)
  const missing = names.filter((name) => !ids.has(name))
  await inBatches(missing, add)
  await look(missing)
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
  const sources = await idsOf(distinct([...bySource.keys()]), sourceNames(db))
  const tasks = new Map<string, IdsByName>()
  const tables = new Map<string, IdsByName>()
  for (const [source, id] of sources) {
    const reported = bySource.get(source) ?? []
    tasks.set(source, await idsOf(distinct(reported.map(({ task }) => task)), taskNames(db, id)))
    const named = distinct(
      reported.flatMap(({ end, other }) => [end?.table, other?.table].flatMap((name) => name ?? [])),
    )
    const ids = await idsOf(named, tableNames(db, id, today))
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
