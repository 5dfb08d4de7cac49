/** OpenLineage events from tools: accepted in any order, refused if malformed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/etl.ts'
import { type LineageEvent, lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

const NOW = '2026-03-05T12:00:00.000Z'

let portal: Portal
let ann: TestUser
let key: string

beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  ann = await portal.addUser({ name: 'Ann', flags: { access_etl: true } })
  const boss = await portal.addUser({ isAdmin: true })
  key = (await portal.call(calls.createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body.key
})
afterEach(() => portal.close())

const post = (body: unknown, as = key) => portal.call(calls.postLineage, { as, body })
const report = async (event: LineageEvent) => expect((await post(lineageEvent(event))).status).toBe(201)
const runs = async (): Promise<calls.Run[]> => (await portal.call(calls.listRuns, { as: ann.token })).body
const onlyRun = async () => {
  const all = await runs()
  expect(all).toHaveLength(1)
  return all[0] as calls.Run
}

describe('a run', () => {
  test('is listed only after it has ended, with its start time', async () => {
    const run = 'r1'
    for (const type of ['START', 'RUNNING', 'OTHER']) await report({ run, type, time: '2026-03-05T10:00:00Z' })
    expect(await runs()).toEqual([])
    await report({ run })
    expect(await onlyRun()).toMatchObject({ isSuccessful: true, startedAt: '2026-03-05T10:00:00.000Z' })
  })

  test.each([
    ['COMPLETE', true],
    ['FAIL', false],
    ['ABORT', false],
  ])('that ends with %s has isSuccessful %s, and the error text only if it failed', async (type, isSuccessful) => {
    await report({ type, error: 'Boom' })
    expect(await onlyRun()).toMatchObject({ isSuccessful, isFixed: false, message: isSuccessful ? '' : 'Boom' })
  })

  test('is no longer amended if it succeeds within the same millisecond as its failure', async () => {
    await report({ run: 'r', type: 'FAIL', error: 'Boom', time: '2026-03-05T11:00:00.000001Z' })
    const { _id: id } = await onlyRun()
    await portal.call(calls.fixRun, { as: ann.token, params: { id }, body: { isFixed: true } })
    await report({ run: 'r', time: '2026-03-05T11:00:00.000002Z' })
    expect(await onlyRun()).toMatchObject({ isSuccessful: true, isFixed: false })
  })

  test('is listed once, however often its events are repeated', async () => {
    for (let times = 0; times < 3; times++) {
      await report({ run: 'r', type: 'START', time: '2026-03-05T10:00:00Z' })
      await report({ run: 'r' })
    }
    await onlyRun()
  })

  test('is identified by source, job and run id; a run id may have 100,000 characters', async () => {
    await post([
      lineageEvent({ run: '1', job: 'load' }),
      lineageEvent({ run: '1', job: 'clean' }),
      lineageEvent({ run: '1', job: 'load', source: 'crm' }),
      lineageEvent({ run: 'x'.repeat(100_000) }),
    ])
    expect(await runs()).toHaveLength(4)
  })

  test('takes the end with the later time, whichever event arrives first', async () => {
    const early = { type: 'FAIL', time: '2026-03-05T10:00:00Z', error: 'Boom' }
    const late = { type: 'COMPLETE', time: '2026-03-05T10:30:00Z' }
    for (const [run, first, second] of [
      ['a', early, late],
      ['b', late, early],
    ] as const) {
      await report({ run, ...first })
      await report({ run, ...second })
    }
    const end = { isSuccessful: true, message: '', createdAt: '2026-03-05T10:30:00.000Z' }
    expect(await runs()).toMatchObject([end, end])
  })

  test('compares end times to the microsecond and across time zones', async () => {
    await report({ run: 'a', type: 'COMPLETE', time: '2026-03-05T10:00:00.000002Z' })
    await report({ run: 'a', type: 'FAIL', time: '2026-03-05T10:00:00.000001Z' })
    await report({ run: 'b', type: 'COMPLETE', time: '2026-03-05T12:00:00.5+01:00' })
    await report({ run: 'b', type: 'FAIL', time: '2026-03-05T11:00:00.4Z' })
    expect(await runs()).toMatchObject([
      { isSuccessful: true, createdAt: '2026-03-05T11:00:00.500Z' },
      { isSuccessful: true, createdAt: '2026-03-05T10:00:00.000Z' },
    ])
  })
})

describe('the table of a run', () => {
  test.each<[string, Partial<LineageEvent>, Partial<LineageEvent>, string]>([
    ['is the first output', {}, { outputs: ['out 1', 'out 2'], inputs: ['in'] }, 'out 1'],
    ['else the first input', {}, { inputs: ['in 1', 'in 2'] }, 'in 1'],
    ['else what START named', { outputs: ['started'] }, {}, 'started'],
    ['is never START’s where the end has one', { outputs: ['started'] }, { inputs: ['in'] }, 'in'],
    ['is none where nobody named one', {}, {}, ''],
  ])('%s', async (_what, start, end, table) => {
    const events = [
      lineageEvent({ run: 'a', type: 'START', time: '2026-03-05T10:00:00Z', ...start }),
      lineageEvent({ run: 'a', ...end }),
    ]
    for (const event of events) await post(event)
    await post(events.toReversed().map((event) => ({ ...event, run: { runId: 'b' } })))
    expect((await runs()).map(({ tableName }) => tableName)).toEqual([table, table])
  })
})

describe('facets', () => {
  const base = { _producer: 'https://example.com', _schemaURL: 'https://example.com/schema.json' }

  test('set the engine, the parent job and the scheduled time of a run', async () => {
    await report({
      run: 'r',
      type: 'START',
      time: '2026-03-05T10:00:00Z',
      facets: {
        nominalTime: { ...base, nominalStartTime: '2026-03-05T09:55:00+00:00' },
        parent: { ...base, run: { runId: 'p' }, job: { namespace: 'shop', name: 'nightly' } },
        processing_engine: { ...base, name: 'spark', version: '3.5.1', openlineageAdapterVersion: '1.24.2' },
      },
    })
    await report({ run: 'r' })
    expect(await onlyRun()).toMatchObject({
      scheduledAt: '2026-03-05T09:55:00.000Z',
      parent: 'nightly',
      engine: 'spark 3.5.1',
    })
  })

  test('that are unknown or malformed are ignored', async () => {
    const facets = {
      nominalTime: 'noon',
      parent: { job: 7 },
      processing_engine: null,
      errorMessage: { message: 7 },
      x: [],
    }
    await report({ type: 'FAIL', facets })
    expect(await onlyRun()).toMatchObject({ message: '' })
  })

  test('cut a long error message to at most 10,000 characters', async () => {
    await report({ type: 'FAIL', error: `Boom ${'😀'.repeat(10_000)}` })
    const { message = '' } = await onlyRun()
    expect(message).toMatch(/^Boom 😀+$/u)
    expect(message.length).toBeLessThanOrEqual(10_000)
  })
})

describe('the lineage call accepts', () => {
  const full = lineageEvent()
  test.each<[string, unknown, number]>([
    [
      'an event without producer, schemaURL, datasets or facets',
      {
        ...full,
        producer: undefined,
        schemaURL: undefined,
        inputs: undefined,
        outputs: undefined,
        run: { runId: 'r' },
        job: { namespace: 'shop', name: 'load' },
      },
      1,
    ],
    ['null for what there is none of', { ...full, inputs: null, outputs: null, run: { runId: 'r', facets: null } }, 1],
    ['fields that nobody knows', { ...full, root: true, job: { ...full.job, owner: 7 } }, 1],
    ['an event of no type', { ...full, eventType: undefined }, 0],
    [
      'a dataset event',
      {
        eventTime: full.eventTime,
        dataset: { namespace: 'db', name: 'orders' },
        producer: full.producer,
        schemaURL: full.schemaURL,
      },
      0,
    ],
    [
      'a job event',
      { eventTime: full.eventTime, job: full.job, producer: full.producer, schemaURL: full.schemaURL },
      0,
    ],
    [
      'a dataset event with null for the rest',
      {
        eventTime: full.eventTime,
        dataset: { namespace: 'db', name: 'orders' },
        run: null,
        eventType: null,
        job: null,
      },
      0,
    ],
    [
      'a job event with null for the rest',
      { eventTime: full.eventTime, job: full.job, run: null, eventType: null, dataset: null },
      0,
    ],
    ['no event at all', [], 0],
    [
      'a name longer than we keep',
      {
        ...full,
        job: { namespace: 'n'.repeat(5_000), name: 'j'.repeat(5_000) },
        outputs: [{ namespace: 'db', name: 't'.repeat(5_000) }],
      },
      1,
    ],
  ])('%s', async (_what, body, shown) => {
    const { status, body: answer } = await post(body)
    expect({ status, answer }).toEqual({ status: 201, answer: { accepted: Array.isArray(body) ? body.length : 1 } })
    expect(await runs()).toHaveLength(shown)
  })

  test('a path with and without a trailing slash', async () => {
    for (const url of ['/api/v1/lineage', '/api/v1/lineage/']) {
      const headers = { authorization: `Bearer ${key}` }
      const { statusCode } = await portal.app.inject({ method: 'POST', url, headers, payload: lineageEvent() })
      expect(statusCode).toBe(201)
    }
  })

  test('a body of 5 MB, but answers 413 to one of 5.3 MB', async () => {
    const padded = (bytes: number) => lineageEvent({ facets: { sql: 'x'.repeat(bytes) } })
    expect((await post(padded(5_000_000))).status).toBe(201)
    expect((await post(padded(5_300_000))).status).toBe(413)
  })

  test('5,000 events at once, but answers 413 to one more', async () => {
    const jobs = Array.from({ length: 5_001 }, () => ({ eventTime: '2026-03-04T10:00:00Z', job: lineageEvent().job }))
    expect((await post(jobs.slice(1))).status).toBe(201)
    const { status, body } = await post(jobs)
    expect(status).toBe(413)
    expect(body.detail).toBe('A request can have at most 5,000 events.')
  })
})

describe('the lineage call stores nothing, answers 400 and names the fault for', () => {
  const full = lineageEvent()
  test.each<[string, unknown, RegExp]>([
    ['no object', [7], /./],
    ['nothing in it', {}, /eventTime/],
    ['no time', { ...full, eventTime: undefined }, /eventTime/],
    ['a time that is none', { ...full, eventTime: 'yesterday' }, /eventTime is no RFC 3339 time/],
    ['a day that is none', { ...full, eventTime: '2026-02-30T10:00:00Z' }, /eventTime/],
    ['an hour that is none', { ...full, eventTime: '2026-03-04T24:00:00Z' }, /eventTime/],
    ['a time of no zone', { ...full, eventTime: '2026-03-05T10:00:00' }, /zone/],
    ['a year beyond all', { ...full, eventTime: '9999-12-31T23:00:00-05:00' }, /eventTime/],
    ['an unknown type', { ...full, eventType: 'DONE' }, /eventType must be one of START, /],
    ['no run', { ...full, run: undefined }, /run /],
    ['no run id', { ...full, run: {} }, /run\.runId/],
    ['an empty run id', { ...full, run: { runId: ' ' } }, /run\.runId is empty/],
    ['a number for a run id', { ...full, run: { runId: 7 } }, /run\.runId/],
    ['no job', { ...full, job: undefined }, /job/],
    ['no namespace', { ...full, job: { name: 'load' } }, /job\.namespace/],
    ['outputs that are no list', { ...full, outputs: {} }, /outputs/],
    ['a dataset without a name', { ...full, outputs: [{ namespace: 'db' }] }, /outputs\.0\.name/],
    ['facets that are no object', { ...full, run: { runId: 'r', facets: [] } }, /run\.facets/],
    ['a NUL byte', lineageEvent({ job: 'a\0b' }), /cannot be stored/],
    ['half a character', lineageEvent({ job: 'a\ud83d' }), /cannot be stored/],
    ['a list of lists', [[full]], /./],
  ])('%s', async (_what, wrong, detail) => {
    const { status, body } = await post(wrong)
    expect(status).toBe(400)
    expect(body.detail).toMatch(detail)
    expect(body.detail).toMatch(/\.$/)
    const many = await post([full, wrong, full])
    expect(many.status).toBe(400)
    expect(await runs()).toEqual([])
  })

  test('an array with one malformed event, giving its position', async () => {
    const { body } = await post([full, { ...full, run: {} }])
    expect(body.detail).toBe('Event 2 of 2: run.runId is missing or not as it should be.')
  })
})
