/**
 * Events that are shuffled, repeated, interleaved and cut into batches of any size lead to the same state as events in
 * order.
 */
import { describe, expect, test } from 'vitest'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { type LineageEvent, lineageEvent } from '#tests/lineage-event.ts'
import { openPortal } from '#tests/portal.ts'
import { ingestStates } from './ingest.ts'
import { readEvents } from './openlineage.ts'
import { mergeAll, type RunState, runKey } from './state.ts'

const RUNS = 100
const ENDS = ['COMPLETE', 'FAIL', 'ABORT'] as const

/** Few instants and few names, so that they collide. */
const timeOf = (random: Random) => `2026-03-05T10:00:0${random.between(0, 4)}.00${random.between(0, 2)}Z`
const datasetsOf = (random: Random) =>
  random.chance(0.5) ? [] : Array.from({ length: random.between(1, 2) }, () => `table ${random.between(1, 5)}`)

/** Returns the events of one run: mostly a start and an end; now and then no start, no end, or several of each. */
function eventsOf(run: number, random: Random): LineageEvent[] {
  const base = { run: `run ${run}`, source: `source ${run % 3}`, job: `job ${run % 7}` }
  const some = (type: string, most: number) =>
    Array.from({ length: random.between(0, most) }, () => ({
      ...base,
      type,
      time: timeOf(random),
      inputs: datasetsOf(random),
      outputs: datasetsOf(random),
      ...(random.chance(0.5) ? { error: `reason ${random.between(1, 3)}` } : {}),
    }))
  return [
    ...some('START', 2),
    ...some('RUNNING', 2),
    ...some('OTHER', 1),
    ...some(random.pick(ENDS), 1),
    ...some(random.pick(ENDS), 2),
  ]
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last--) {
    const other = random.between(0, last)
    ;[all[last], all[other]] = [all[other] as T, all[last] as T]
  }
  return all
}

/** Returns each item at least once, some twice, shuffled and cut into batches. */
function muddled<T>(items: readonly T[], random: Random): T[][] {
  const doubled = items.flatMap((item) => (random.chance(0.3) ? [item, item] : [item]))
  const rest = shuffled(doubled, random)
  const batches: T[][] = []
  while (rest.length > 0) batches.push(rest.splice(0, random.between(1, 60)))
  return batches
}

const worlds = Array.from({ length: 10 }, (_, seed) => {
  const random = randomFrom(seed)
  const events = Array.from({ length: RUNS }, (_, run) => eventsOf(run, random)).flat()
  const { states } = readEvents(events.map((event) => lineageEvent(event)))
  return { events, states }
})

function endsByRun(events: readonly LineageEvent[]): Map<string, LineageEvent[]> {
  const ends = new Map<string, LineageEvent[]>()
  for (const event of events) {
    if (!ENDS.some((type) => type === event.type)) continue
    const key = runKey(event.source ?? '', event.job ?? '', event.run ?? '')
    ends.set(key, [...(ends.get(key) ?? []), event])
  }
  return ends
}

const byKey = (states: readonly RunState[]) => [...states].sort((a, b) => (a.key < b.key ? -1 : 1))

describe('merging run states in memory', () => {
  test.each(worlds.map((world, index) => [index, world] as const))(
    'event set %i: 50 shuffled, repeated and batched variants merge to the in-order result',
    (index, { states }) => {
      const inOrder = JSON.stringify(byKey(mergeAll(states)))
      for (let way = 0; way < 50; way++) {
        const batches = muddled(states, randomFrom(1_000 * (index + 1) + way))
        // Each batch is first merged on its own, as a single request is.
        const known = mergeAll(batches.flatMap((batch) => mergeAll(batch)))
        expect(JSON.stringify(byKey(known)), `way ${way}`).toBe(inOrder)
      }
    },
  )

  test('keeps the latest end; if ends of different types share that time, the run is not successful', () => {
    for (const { events, states } of worlds) {
      const known = new Map(mergeAll(states).map((state) => [state.key, state]))
      for (const [key, ends] of endsByRun(events)) {
        const last = ends
          .map(({ time = '' }) => time)
          .sort()
          .at(-1)
        const end = known.get(key)?.end
        expect(end?.at).toBe(last)
        const types = new Set(ends.filter(({ time }) => time === last).map(({ type }) => type))
        if (types.size === 1) expect(end?.isSuccessful).toBe(types.has('COMPLETE'))
        else expect(end?.isSuccessful).toBe(false)
      }
    }
  })
})

/**
 * Returns everything that is stored, except ids and the time of a repeated failure, which depend on the order of
 * arrival.
 */
async function stored(batches: readonly RunState[][]) {
  const portal = await openPortal()
  const { db } = portal.deps
  try {
    for (const batch of batches)
      await db.transaction().execute((tx) => ingestStates(tx, batch, '2026-03-05T12:00:00.000Z'))
    const rows = await db
      .selectFrom('etl_run')
      .innerJoin('etl_task', 'etl_task.id', 'etl_run.task_id')
      .innerJoin('etl_source', 'etl_source.id', 'etl_task.source_id')
      .leftJoin('etl_table', 'etl_table.id', 'etl_run.table_id')
      .selectAll('etl_run')
      .select(['etl_task.name as task', 'etl_source.name as source', 'etl_table.name as table'])
      .orderBy('run_key')
      .execute()
    const tables = await db.selectFrom('etl_table').select('name').execute()
    return {
      runs: rows.map(({ id, task_id, table_id, end_table_id, other_table_id, fix_effective_at, ...rest }) => rest),
      tables: tables.map(({ name }) => name).sort(),
    }
  } finally {
    await portal.close()
  }
}

test('stores the same runs and tables for shuffled, repeated and batched events as for events in order', async () => {
  const [{ states } = { states: [] }] = worlds
  const inOrder = await stored([states])
  expect(inOrder.runs.length).toBeGreaterThan(80)
  for (const way of [1, 2, 3]) expect(await stored(muddled(states, randomFrom(way)))).toEqual(inOrder)
})

test('stores the merged states if two transactions ingest each batch at the same time', async () => {
  const [{ states } = { states: [] }] = worlds
  const portal = await openPortal()
  const { db } = portal.deps
  const take = (batch: RunState[]) =>
    db.transaction().execute((tx) => ingestStates(tx, batch, '2026-03-05T12:00:00.000Z'))
  try {
    for (const batch of muddled(states, randomFrom(7))) await Promise.all([take(batch), take(batch.toReversed())])
    const known = await db.selectFrom('etl_run').select(['run_key', 'end_order', 'other_order']).execute()
    expect(known.sort((a, b) => (a.run_key < b.run_key ? -1 : 1))).toEqual(
      byKey(mergeAll(states)).map(({ key, end, other }) => ({
        run_key: key,
        end_order: end?.order ?? null,
        other_order: other?.order ?? null,
      })),
    )
  } finally {
    await portal.close()
  }
})
