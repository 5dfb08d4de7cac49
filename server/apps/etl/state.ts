/**
 * What is known of a run, and how two pieces of knowledge make one. Events come in any order, twice or not at all, so
 * `merge` is commutative, associative and idempotent: whatever the order, the same events end in the same state. Pure.
 */
import { createHash } from 'node:crypto'

export interface End<Table> {
  /** Of several ends the greatest counts: the later one, at the same instant the worse one. */
  readonly order: string
  /** `eventTime`, to the millisecond. */
  readonly at: string
  readonly isSuccessful: boolean
  readonly message: string
  readonly table: Table | null
}

/** `Table`: its name, or its id once it has one. */
export interface RunState<Table = string> {
  readonly key: string
  readonly source: string
  readonly task: string
  /** Null while it is under way. */
  readonly end: End<Table> | null
  /** The table to fall back on where the end names none: of several the greatest counts. */
  readonly other: { readonly order: string; readonly table: Table } | null
  readonly startedAt: string | null
  readonly scheduledAt: string | null
  readonly engine: string | null
  readonly parent: string | null
}

/** One short key of several parts: the same parts, the same key. */
export const digest = (...parts: readonly (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)

/** Any text is a run id, so it names a run of its job alone. */
export const runKey = (source: string, task: string, runId: string) => digest(source, task, runId)

interface Ordered {
  readonly order: string
}

const greater = <T extends Ordered>(a: T | null, b: T | null): T | null =>
  a === null || (b !== null && b.order > a.order) ? b : a

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** Both of the same run. */
export const merge = <Table>(a: RunState<Table>, b: RunState<Table>): RunState<Table> => ({
  ...a,
  end: greater(a.end, b.end),
  other: greater(a.other, b.other),
  startedAt: earlier(a.startedAt, b.startedAt),
  scheduledAt: earlier(a.scheduledAt, b.scheduledAt),
  engine: earlier(a.engine, b.engine),
  parent: earlier(a.parent, b.parent),
})

/** One state a run, in no order that means anything. */
export function mergeAll<Table>(states: readonly RunState<Table>[]): RunState<Table>[] {
  const byKey = new Map<string, RunState<Table>>()
  for (const state of states) {
    const known = byKey.get(state.key)
    byKey.set(state.key, known ? merge(known, state) : state)
  }
  return [...byKey.values()]
}

/** The table that the run is shown with. */
export const tableOf = <Table>({ end, other }: Pick<RunState<Table>, 'end' | 'other'>): Table | null =>
  end?.table ?? other?.table ?? null
