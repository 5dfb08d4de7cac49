import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createApiKey,
  getRunSummary,
  listDataSources,
  listFailedRuns,
  listRuns,
  listTables,
  postLineage,
  type Run,
} from '#contract/apps/etl.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { dayOfEvents, seedRuns } from './etl.ts'
import { eventsOf, TOOLS, type ToolRun } from './etl-tools.ts'
import { randomFrom } from './random.ts'

const NOW = '2026-03-05T12:30:00.000Z'

let portal: Portal
let as: string
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  as = (await portal.addUser({ isAdmin: true })).token
})
afterEach(() => portal.close())

test('creates runs of four sources, over 90 % of them successful, with some failures fixed', async () => {
  await portal.deps.db.transaction().execute((tx) => seedRuns(tx, NOW, randomFrom(1), 'Dylan Reyes'))
  const { body: week } = await portal.call(getRunSummary, { as })
  expect(week.total).toBeGreaterThan(500)
  expect(week.successful / week.total).toBeGreaterThan(0.9)
  expect(week.amended).toBeGreaterThan(5)
  expect(week.failed).toBeGreaterThan(3)
  for (const { successful } of week.days) expect(successful).toBeGreaterThan(20)
  const failed: Run[] = (await portal.call(listFailedRuns, { as })).body
  for (const { message, isFixed, fixedBy, fixedAt, createdAt } of failed) {
    expect(message).not.toBe('')
    if (isFixed) expect([fixedBy, (fixedAt ?? '') > createdAt]).toEqual(['Dylan Reyes', true])
  }
  const sources = (await portal.call(listDataSources, { as })).body
  expect(sources.map(({ name }: { name: string }) => name)).toEqual([
    'airflow-prod',
    'dbt-analytics',
    'flink-streams',
    'spark-lake',
  ])
  expect((await portal.call(listTables, { as })).body.length).toBeGreaterThan(7)
})

test('contains no event from the future', () => {
  const until = Date.parse(NOW)
  const midnight = Date.parse('2026-03-05T00:00:00Z')
  const events = dayOfEvents(midnight, until, randomFrom(1)) as { eventTime: string }[]
  expect(events.length).toBeGreaterThan(100)
  for (const { eventTime } of events) expect(Date.parse(eventTime)).toBeLessThanOrEqual(until)
})

const RUN: Omit<ToolRun, 'tool'> = {
  runId: '3f5e83fa-3480-44ff-99c5-ff943904e5e8',
  namespace: 'prod',
  job: 'shop.load',
  parent: 'shop',
  inputs: ['in'],
  outputs: ['out'],
  store: 'postgres://db:5432',
  start: Date.parse('2026-03-05T11:00:05Z'),
  end: Date.parse('2026-03-05T11:10:00Z'),
}

test.each(Object.keys(TOOLS) as (keyof typeof TOOLS)[])(
  'the events of %s become a successful and a failed run',
  async (tool) => {
    const { key } = (await portal.call(createApiKey, { as, body: { name: tool } })).body
    const send = (events: unknown) => portal.call(postLineage, { as: key, body: events })
    for (const event of eventsOf({ ...RUN, tool })) expect((await send(event)).status).toBe(201)
    await send(eventsOf({ ...RUN, tool, job: 'shop.fail', error: 'Boom', end: RUN.end + 1_000 }))
    const common = {
      dataSource: 'prod',
      tableName: 'out',
      startedAt: '2026-03-05T11:00:05.000Z',
      parent: 'shop',
      ...(tool === 'airflow' ? { scheduledAt: '2026-03-05T11:00:00.000Z' } : {}),
      ...(tool === 'dbt' ? {} : { engine: expect.stringMatching(/^\w+ \d+\.\d+\.\d+$/) }),
    }
    expect((await portal.call(listRuns, { as })).body).toEqual([
      expect.objectContaining({ ...common, taskName: 'shop.fail', isSuccessful: false, message: 'Boom' }),
      expect.objectContaining({ ...common, taskName: 'shop.load', isSuccessful: true, message: '' }),
    ])
  },
)
