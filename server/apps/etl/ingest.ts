/** Writes reported states of runs to the database, merged with what is stored, many at a time. */
import type { Insertable, Selectable } from 'kysely'
import { keysOf } from '#contract/records.ts'
import { bit } from '../../db/bit.ts'
import type { EtlRunTable } from '../../db/etl-tables.ts'
import { lockedColumn } from '../../db/row-lock.ts'
import type { Db } from '../../db/tables.ts'
import { inBatches } from '../../lib/batches.ts'
import { type NameIds, namesOf } from './names.ts'
import { merge, mergeAll, type RunState, tableOf } from './state.ts'

type RunRow = Selectable<EtlRunTable>
type StoredState = RunState<number>

function withIds(state: RunState, names: NameIds): StoredState {
  const idOf = (table: string) => names.tableId(state.source, table)
  const { end, other } = state
  return {
    ...state,
    end: end && { ...end, table: end.table === null ? null : idOf(end.table) },
    other: other && { ...other, table: idOf(other.table) },
  }
}

/** Returns the state that a row holds. */
const stateOf = (row: RunRow, { source, task }: Pick<StoredState, 'source' | 'task'>): StoredState => ({
  key: row.run_key,
  source,
  task,
  end:
    row.end_order === null || row.created_at === null
      ? null
      : {
          order: row.end_order,
          at: row.created_at,
          isSuccessful: row.is_successful === 1,
          message: row.message,
          table: row.end_table_id,
        },
  other:
    row.other_order === null || row.other_table_id === null
      ? null
      : { order: row.other_order, table: row.other_table_id },
  startedAt: row.started_at,
  scheduledAt: row.scheduled_at,
  engine: row.engine,
  parent: row.parent,
})

const columnsOf = (state: StoredState) => ({
  run_key: state.key,
  table_id: tableOf(state),
  created_at: state.end?.at ?? null,
  is_successful: bit(state.end?.isSuccessful ?? false),
  message: state.end?.message ?? '',
  started_at: state.startedAt,
  scheduled_at: state.scheduledAt,
  engine: state.engine,
  parent: state.parent,
  end_order: state.end?.order ?? null,
  end_table_id: state.end?.table ?? null,
  other_order: state.other?.order ?? null,
  other_table_id: state.other?.table ?? null,
})

const isChanged = (row: RunRow, state: StoredState) => {
  const columns = columnsOf(state)
  return keysOf(columns).some((name) => columns[name] !== row[name])
}

/**
 * Returns a row with its new state. A run that turned out successful is no longer amended, and a failure that comes
 * after the amendment is a new one.
 */
function changedRow(row: RunRow, state: StoredState, now: string): RunRow {
  const columns = columnsOf(state)
  // Compares times by the reporter's clock only: the portal's, by which the run was amended, may differ.
  const failsAnew = (columns.created_at ?? '') > (row.created_at ?? '')
  const isAmended = !state.end?.isSuccessful && !failsAnew
  // A person who resolved the earlier failure while offline has not seen this one.
  const unseen = { fix_changed_by: null, fix_changed_by_id: null, fix_effective_at: now }
  return {
    ...row,
    ...columns,
    ...(isAmended ? {} : { is_fixed: 0, fixed_by: null, fixed_at: null }),
    ...(failsAnew && row.created_at !== null ? unseen : {}),
  }
}

/** Returns the existing rows, locked until the end of the transaction. */
const hold = (db: Db, keys: readonly string[]): Promise<RunRow[]> =>
  db.updateTable('etl_run').set(lockedColumn('heard_at')).where('run_key', 'in', keys).returningAll().execute()

/**
 * Removes references to tables that the purge has deleted: it keeps the table that a run is shown with, but a run also
 * refers to tables that it falls back on.
 */
async function withoutDeletedTables(db: Db, rows: readonly RunRow[]): Promise<readonly RunRow[]> {
  const named = rows.flatMap(({ table_id, end_table_id, other_table_id }) =>
    [end_table_id, other_table_id].flatMap((id) => (id === null || id === table_id ? [] : id)),
  )
  if (named.length === 0) return rows
  const found = await db.selectFrom('etl_table').select('id').where('id', 'in', named).execute()
  const deleted = new Set(named)
  for (const { id } of found) deleted.delete(id)
  const orNone = (id: number | null) => (id !== null && deleted.has(id) ? null : id)
  return rows.map((row) => ({
    ...row,
    end_table_id: orNone(row.end_table_id),
    other_table_id: orNone(row.other_table_id),
  }))
}

/** Inserts rows and returns the keys of those that are new; another request has just written the others. */
async function insertNew(db: Db, rows: readonly Insertable<EtlRunTable>[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await db
    .insertInto('etl_run')
    .values(rows)
    .onConflict((conflict) => conflict.column('run_key').doNothing())
    .returning('run_key')
    .execute()
  return new Set(inserted.map(({ run_key }) => run_key))
}

/** The columns of a stored run that a report may change. */
const CHANGING = [
  ...([
    'table_id',
    'created_at',
    'is_successful',
    'message',
    'started_at',
    'scheduled_at',
    'engine',
    'parent',
  ] as const),
  ...(['end_order', 'end_table_id', 'other_order', 'other_table_id'] as const),
  ...(['is_fixed', 'fixed_by', 'fixed_at', 'fix_changed_by', 'fix_changed_by_id', 'fix_effective_at'] as const),
]

async function writeChanged(db: Db, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('etl_run')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => Object.fromEntries(CHANGING.map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
    .execute()
}

async function writeBatch(db: Db, states: readonly StoredState[], names: NameIds, now: string): Promise<void> {
  const byKey = new Map(states.map((state) => [state.key, state]))
  const stored = await withoutDeletedTables(db, await hold(db, [...byKey.keys()]))
  const changed = stored.flatMap((row) => {
    const reported = byKey.get(row.run_key)
    byKey.delete(row.run_key)
    const state = reported && merge(stateOf(row, reported), reported)
    return state && isChanged(row, state) ? [changedRow(row, state, now)] : []
  })
  await writeChanged(db, changed)
  const fresh = [...byKey.values()]
  const rows = fresh.map((state) => ({
    ...columnsOf(state),
    task_id: names.taskId(state.source, state.task),
    is_fixed: 0,
    heard_at: now,
  }))
  const inserted = await insertNew(db, rows)
  const lost = fresh.filter(({ key }) => !inserted.has(key))
  if (lost.length > 0) await writeBatch(db, lost, names, now)
}

/**
 * Writes the reported states of any number of runs. Call it in a transaction, so that all of them are written or none.
 */
export async function ingestStates(db: Db, reported: readonly RunState[], now: string): Promise<void> {
  if (reported.length === 0) return
  const names = await namesOf(db, reported, now)
  const states = mergeAll(reported.map((state) => withIds(state, names)))
    // Sorted, so that two transactions lock rows in the same order and do not deadlock.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  await inBatches(states, (batch) => writeBatch(db, batch, names, now))
}
