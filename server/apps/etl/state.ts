/**
 * The state of a run, and merging two states of the same run. Events arrive in any order, repeatedly or not at all, so
 * `merge` is commutative, associative and idempotent: whatever the order, the same events end in the same state. Pure.
 */
import { createHash } from 'node:crypto'

interface RunEnd<Table> {
  /** Of several ends the one with the greatest `order` wins: the latest, and at the same instant the worst. */
  readonly order: string
  /** `eventTime`, to the millisecond. */
  readonly at: string
  readonly isSuccessful: boolean
  readonly message: string
  readonly table: Table | null
}

/** `Table` is the name of the table, or its id once it has one. */
export interface RunState<Table = string> {
  readonly key: string
  readonly source: string
  readonly task: string
  /** Null while the run is under way. */
  readonly end: RunEnd<Table> | null
  /** The table used where the end names none; of several the one with the greatest `order` wins. */
  readonly other: { readonly order: string; readonly table: Table } | null
  readonly startedAt: string | null
  readonly scheduledAt: string | null
  readonly engine: string | null
  readonly parent: string | null
}

/** Returns a short key for several parts; equal parts give the same key. */
export const digest = (...parts: readonly (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)

/** Returns the key of a run. Any text may be a run id, so it is unique within its job only. */
export const runKey = (source: string, task: string, runId: string) => digest(source, task, runId)

interface Ordered {
  readonly order: string
}

const greater = <T extends Ordered>(a: T | null, b: T | null): T | null =>
  a === null || (b !== null && b.order > a.order) ? b : a

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** Merges two states of the same run. */
export const merge = <Table>(a: RunState<Table>, b: RunState<Table>): RunState<Table> => ({
  ...a,
  end: greater(a.end, b.end),
  other: greater(a.other, b.other),
  startedAt: earlier(a.startedAt, b.startedAt),
  scheduledAt: earlier(a.scheduledAt, b.scheduledAt),
  engine: earlier(a.engine, b.engine),
  parent: earlier(a.parent, b.parent),
})

/** Merges states into one per run, in no particular order. */
export function mergeAll<Table>(states: readonly RunState<Table>[]): RunState<Table>[] {
  const byKey = new Map<string, RunState<Table>>()
  for (const state of states) {
    const known = byKey.get(state.key)
    byKey.set(state.key, known ? merge(known, state) : state)
  }
  return [...byKey.values()]
}

/** Returns the table that the run is shown with. */
export const tableOf = <Table>({ end, other }: Pick<RunState<Table>, 'end' | 'other'>): Table | null =>
  end?.table ?? other?.table ?? null
