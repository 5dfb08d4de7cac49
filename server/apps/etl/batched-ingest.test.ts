/** Concurrent requests share a transaction, and none fails for another's fault. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/etl.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { ingestBatched } from './batched-ingest.ts'
import { readEvents } from './openlineage.ts'
import type { RunState } from './state.ts'

const NOW = '2026-03-05T12:00:00.000Z'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
})
afterEach(() => portal.close())

const jobs = async () =>
  (await portal.deps.db.selectFrom('etl_task').select('name').orderBy('name').execute()).map(({ name }) => name)
const runCount = async () => (await portal.deps.db.selectFrom('etl_run').select('id').execute()).length

test('stores the events of all requests before they are answered', async () => {
  const as = (await portal.addUser({ isAdmin: true })).token
  const { key } = (await portal.call(calls.createApiKey, { as, body: { name: 'Airflow' } })).body
  const post = (body: unknown) => portal.call(calls.postLineage, { as: key, body })
  const answers = await Promise.all([
    ...Array.from({ length: 60 }, (_, index) => post(lineageEvent({ job: `job ${index % 10}` }))),
    post([lineageEvent(), { eventType: 'COMPLETE' }]),
    post(Array.from({ length: 1_500 }, () => lineageEvent({ job: 'many' }))),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(61)
  expect(statuses.filter((status) => status === 400)).toHaveLength(1)
  expect(await runCount()).toBe(1_560)
})

test('fails only the request that cannot be stored', async () => {
  const statesOf = (job: string) => readEvents(lineageEvent({ job })).states
  const [good] = statesOf('broken')
  const broken = { ...good, key: null } as unknown as RunState
  const results = await Promise.allSettled([
    ingestBatched(portal.deps.db, statesOf('a'), NOW),
    ingestBatched(portal.deps.db, statesOf('b'), NOW),
    ingestBatched(portal.deps.db, [...statesOf('c'), broken], NOW),
    ingestBatched(portal.deps.db, statesOf('d'), NOW),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await jobs()).toEqual(['a', 'b', 'd'])
  await ingestBatched(portal.deps.db, statesOf('e'), NOW)
  expect(await jobs()).toEqual(['a', 'b', 'd', 'e'])
})

test.each(['SQLITE_BUSY', 'ECONNREFUSED'])('fails a whole batch after a single try on %s', async (code) => {
  let tries = 0
  const away = portal.deps.db.withPlugin({
    transformQuery() {
      tries++
      throw Object.assign(new Error('not now'), { code })
    },
    transformResult: async ({ result }) => result,
  })
  const results = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((job) => ingestBatched(away, readEvents(lineageEvent({ job })).states, NOW)),
  )
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  // They came in one turn of the event loop, and none is tried again alone.
  expect(tries).toBe(1)
})

test('tries the requests of a batch one by one after a lock timeout', async () => {
  let tries = 0
  const locked = portal.deps.db.withPlugin({
    transformQuery({ node }) {
      // A transaction is tried four times in all.
      if (++tries <= 4) throw Object.assign(new Error('lock timeout'), { code: '55P03' })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await Promise.all(['a', 'b'].map((job) => ingestBatched(locked, readEvents(lineageEvent({ job })).states, NOW)))
  expect(await jobs()).toEqual(['a', 'b'])
})
