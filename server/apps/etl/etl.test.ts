/** The viewer's calls: lists, counts, and resolving failures. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/etl.ts'
import { type LineageEvent, lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

const NOW = '2026-03-05T12:00:00.000Z'

let portal: Portal
let ann: TestUser
let boss: TestUser
let key: string

beforeEach(async () => {
  portal = await openPortal({ config: { timeZone: 'Europe/Berlin' } })
  portal.setNow(NOW)
  ann = await portal.addUser({ name: 'Ann', flags: { access_etl: true } })
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
  key = (await portal.call(calls.createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body.key
})
afterEach(() => portal.close())

const report = async (...events: LineageEvent[]) =>
  expect(
    (await portal.call(calls.postLineage, { as: key, body: events.map((event) => lineageEvent(event)) })).status,
  ).toBe(201)
const read = async (call: typeof calls.listRuns | typeof calls.listSuccessfulRuns, query: object = {}) =>
  (await portal.call(call, { as: ann.token, query })).body
const runs = (query: object = {}) => read(calls.listRuns, query)
const tasks = (list: readonly calls.Run[]) => list.map(({ taskName }) => taskName)
const fix = (id: number, isFixed: unknown, headers: Record<string, string> = {}) =>
  portal.call(calls.fixRun, { as: ann.token, params: { id }, body: { isFixed }, headers })

describe('the lists of runs', () => {
  test('contain names, the end time and the error text', async () => {
    await report({ run: 'a', job: 'load', type: 'FAIL', error: 'Disk full', outputs: ['orders'] })
    expect(await runs()).toEqual([
      {
        _id: expect.any(Number),
        isSuccessful: false,
        isFixed: false,
        dataSource: 'shop',
        tableName: 'orders',
        taskName: 'load',
        createdAt: '2026-03-05T11:00:00.000Z',
        message: 'Disk full',
      },
    ])
  })

  test('cover seven days of the company’s calendar, but every day in the list of successes', async () => {
    await report(
      // Berlin is an hour ahead: midnight there is 23:00 UTC of the day before.
      { job: 'too old', time: '2026-02-26T22:59:59.999Z' },
      { job: 'first', time: '2026-02-26T23:00:00Z' },
      { job: 'last', time: '2026-03-05T22:59:59.999Z' },
      { job: 'tomorrow', time: '2026-03-05T23:00:00Z' },
    )
    expect(tasks(await runs())).toEqual(['last', 'first'])
    expect(tasks(await read(calls.listSuccessfulRuns))).toEqual(['tomorrow', 'last', 'first', 'too old'])
  })

  test('are sorted newest first, then by highest id, and pages keep that order', async () => {
    const time = '2026-03-05T10:00:00Z'
    for (const job of ['one', 'two', 'three']) await report({ job, time })
    await report({ job: 'newest' }, { job: 'oldest', time: '2026-03-04T10:00:00Z' })
    const all = await runs()
    expect(tasks(all)).toEqual(['newest', 'three', 'two', 'one', 'oldest'])
    const seen: string[] = []
    for (let before: number | undefined; ; ) {
      const page: calls.Run[] = await runs({ limit: 2, ...(before ? { before } : {}) })
      if (page.length === 0) break
      seen.push(...tasks(page))
      before = page.at(-1)?._id
    }
    expect(seen).toEqual(tasks(all))
    expect(await runs({ before: 999_999 })).toEqual([])
  })

  test('return at most 500 runs', async () => {
    await report(...Array.from({ length: 501 }, (_, index) => ({ job: `job ${index}` })))
    expect(await runs()).toHaveLength(500)
    expect(await runs({ limit: 100_000 })).toHaveLength(500)
    expect(await runs({ limit: 3 })).toHaveLength(3)
  })

  test('separate successful from failed or aborted runs; an amended failure stays a failed one', async () => {
    await report({ job: 'good' }, { job: 'bad', type: 'FAIL' }, { job: 'stopped', type: 'ABORT' })
    const failed = await read(calls.listFailedRuns)
    expect(tasks(failed).sort()).toEqual(['bad', 'stopped'])
    expect(tasks(await read(calls.listSuccessfulRuns))).toEqual(['good'])
    await fix(failed[0]._id, true)
    expect(await read(calls.listFailedRuns)).toHaveLength(2)
  })

  test('answer 304 to a matching ETag until another run is reported', async () => {
    await report({ job: 'good' })
    const { headers } = await portal.call(calls.listRuns, { as: ann.token })
    const again = { as: ann.token, headers: { 'if-none-match': String(headers.etag) } }
    expect((await portal.call(calls.listRuns, again)).status).toBe(304)
    await report({ job: 'another' })
    expect((await portal.call(calls.listRuns, again)).status).toBe(200)
  })
})

describe('the run summary', () => {
  const summary = async () => (await portal.call(calls.getRunSummary, { as: ann.token })).body

  test('lists all seven days and counts each ended run once: as successful, failed or amended', async () => {
    await report(
      { job: 'a' },
      { job: 'b', time: '2026-03-01T08:00:00Z' },
      { job: 'c', type: 'FAIL', time: '2026-03-01T09:00:00Z' },
      { job: 'd', type: 'ABORT' },
      { job: 'old', time: '2026-02-01T09:00:00Z' },
      { job: 'under way', type: 'START' },
    )
    const [d] = await read(calls.listFailedRuns)
    await fix(d._id, true)
    const none = { successful: 0, failed: 0, amended: 0 }
    expect(await summary()).toEqual({
      total: 4,
      successful: 2,
      failed: 1,
      amended: 1,
      since: '2026-02-26T23:00:00.000Z',
      days: [
        { date: '2026-02-27', ...none },
        { date: '2026-02-28', ...none },
        { date: '2026-03-01', successful: 1, failed: 1, amended: 0 },
        { date: '2026-03-02', ...none },
        { date: '2026-03-03', ...none },
        { date: '2026-03-04', ...none },
        { date: '2026-03-05', successful: 1, failed: 0, amended: 1 },
      ],
    })
  })

  test('assigns runs to the right days when summer time begins', async () => {
    portal.setNow('2026-03-31T12:00:00.000Z')
    ann = await portal.addUser({ flags: { access_etl: true } })
    await report({ time: '2026-03-28T22:59:59Z' }, { time: '2026-03-28T23:00:00Z' }, { time: '2026-03-29T21:59:59Z' })
    const { days } = await summary()
    expect(days.map(({ date, successful }: { date: string; successful: number }) => [date, successful])).toEqual([
      ['2026-03-25', 0],
      ['2026-03-26', 0],
      ['2026-03-27', 0],
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 0],
      ['2026-03-31', 0],
    ])
  })
})

describe('amending a failed run', () => {
  let id: number
  beforeEach(async () => {
    await report({ run: 'r', job: 'load', type: 'FAIL', error: 'Boom' })
    id = (await runs())[0]._id
  })

  test('works with true and "True", records who and when, and is undone by false and "False"', async () => {
    expect((await fix(id, 'true')).status).toBe(400)
    for (const yes of [true, 'True']) {
      const { status, body } = await fix(id, yes)
      expect(status).toBe(200)
      expect(body).toMatchObject({ _id: id, isSuccessful: false, isFixed: true, fixedBy: 'Ann', fixedAt: NOW })
      expect(await runs()).toEqual([body])
      const { body: back } = await fix(id, yes === true ? false : 'False')
      expect(back).toMatchObject({ isFixed: false })
      expect(back).not.toHaveProperty('fixedBy')
    }
  })

  test('keeps the first person and time if another person amends it again', async () => {
    await fix(id, 'True')
    portal.setNow('2026-03-05T13:00:00.000Z')
    const as = boss.token
    const { body } = await portal.call(calls.fixRun, { as, params: { id }, body: { isFixed: true } })
    expect(body).toMatchObject({ isFixed: true, fixedBy: 'Ann', fixedAt: NOW })
  })

  test('happens once per idempotency key', async () => {
    const once = { 'idempotency-key': crypto.randomUUID() }
    await fix(id, true, once)
    await fix(id, false)
    const again = await fix(id, true, once)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await runs())[0].isFixed).toBe(false)
  })

  describe('from a device that was offline', () => {
    const LATER = '2026-03-05T13:00:00.000Z'
    /** Sends a change as a device that was offline would; `at` is when it was made. */
    const fixLate = (as: string, isFixed: boolean, at: string) => {
      const headers = { 'occurred-at': at, 'sent-at': LATER }
      return portal.call(calls.fixRun, { as, params: { id }, body: { isFixed }, headers })
    }

    test('answers 409 if another person’s change is newer, and applies a change made after it', async () => {
      await fix(id, true)
      portal.setNow(LATER)
      const old = await fixLate(boss.token, false, '2026-03-05T11:30:00.000Z')
      expect(old.status).toBe(409)
      expect(old.body.detail).toMatch(
        /^Changed by Ann at \d\d:\d\d, after your change at \d\d:\d\d\. That one was kept\.$/,
      )
      expect(old.body.current).toEqual((await runs())[0])
      expect(old.body.current).toMatchObject({ isFixed: true, fixedBy: 'Ann' })
      const { status, body } = await fixLate(boss.token, false, '2026-03-05T12:30:00.000Z')
      expect([status, body.isFixed]).toEqual([200, false])
    })

    test('records the time of the change, not of its arrival', async () => {
      portal.setNow(LATER)
      const { body } = await fixLate(ann.token, true, '2026-03-05T12:30:00.000Z')
      expect(body).toMatchObject({ isFixed: true, fixedBy: 'Ann', fixedAt: '2026-03-05T12:30:00.000Z' })
    })

    test('applies the last change to arrive if both are by the same person, even if it was made earlier', async () => {
      portal.setNow(LATER)
      await fixLate(ann.token, true, '2026-03-05T12:30:02.000Z')
      expect((await fixLate(ann.token, false, '2026-03-05T12:30:01.000Z')).body.isFixed).toBe(false)
    })

    test('is compared with the newest change, even if an older one by the same person arrived after it', async () => {
      await fix(id, true)
      portal.setNow(LATER)
      await fixLate(ann.token, false, '2026-03-05T11:30:00.000Z')
      expect((await fixLate(boss.token, true, '2026-03-05T11:45:00.000Z')).status).toBe(409)
    })

    test('answers 409 if the newer change is by another person of the same name', async () => {
      await fix(id, true)
      portal.setNow(LATER)
      const namesake = await portal.addUser({ name: 'Ann', flags: { access_etl: true } })
      const old = await fixLate(namesake.token, false, '2026-03-05T11:30:00.000Z')
      expect([old.status, old.body.current?.isFixed]).toEqual([409, true])
    })

    test('answers 409 if the run failed again after the change, and applies a change made after that', async () => {
      await report({ run: 'r', job: 'load', type: 'FAIL', error: 'Disk full' })
      portal.setNow('2026-03-05T12:30:00.000Z')
      await report({ run: 'r', job: 'load', type: 'FAIL', error: 'No credentials', time: '2026-03-05T12:20:00Z' })
      portal.setNow(LATER)
      const unseen = await fixLate(ann.token, true, '2026-03-05T12:10:00.000Z')
      expect([unseen.status, unseen.body.detail]).toEqual([409, expect.stringMatching(/failed again/)])
      expect(unseen.body.current).toMatchObject({ _id: id, isFixed: false, message: 'No credentials' })
      expect((await fixLate(ann.token, true, '2026-03-05T12:40:00.000Z')).body).toMatchObject({ isFixed: true })
    })

    test('accepts an older change that agrees with the newer one', async () => {
      await fix(id, true)
      portal.setNow(LATER)
      expect((await fixLate(boss.token, true, '2026-03-05T11:30:00.000Z')).status).toBe(200)
    })
  })

  test('answers 409 for a successful run, 404 for an unknown or unfinished one, 400 for other values', async () => {
    await report({ job: 'good' }, { job: 'under way', type: 'START' })
    const [good] = await read(calls.listSuccessfulRuns)
    const refused = await fix(good._id, true)
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({ detail: expect.stringMatching(/successful/), current: good })
    expect((await fix(999_999, true)).status).toBe(404)
    const pending = await portal.deps.db
      .selectFrom('etl_run')
      .select('id')
      .where('created_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect((await fix(pending.id, true)).status).toBe(404)
    for (const wrong of ['yes', 1, null, '']) expect((await fix(id, wrong)).status).toBe(400)
  })

  test('is cleared when the run reports a later success', async () => {
    await fix(id, true)
    await report({ run: 'r', job: 'load', type: 'FAIL', error: 'Boom' })
    expect((await runs())[0].isFixed).toBe(true)
    await report({ run: 'r', job: 'load', time: '2026-03-05T11:30:00Z' })
    expect(await runs()).toMatchObject([{ _id: id, isSuccessful: true, isFixed: false, message: '' }])
  })

  test('is cleared when the run fails again later, but not by a repeated or earlier failure', async () => {
    await report({ run: 'r', job: 'load', type: 'FAIL', error: 'Disk full' })
    await fix(id, true)
    // A repeated or late event is no new failure.
    await report({ run: 'r', job: 'load', type: 'FAIL', error: 'Disk full' })
    await report({ run: 'r', job: 'load', type: 'FAIL', error: 'Disk nearly full', time: '2026-03-05T10:00:00Z' })
    expect(await runs()).toMatchObject([{ _id: id, isFixed: true, message: 'Disk full' }])
    // Later than the first failure, but earlier than the amendment: the reporter's clock is behind the portal's.
    await report({ run: 'r', job: 'load', type: 'FAIL', error: 'No credentials', time: '2026-03-05T11:58:00Z' })
    expect(await runs()).toMatchObject([{ _id: id, isFixed: false, message: 'No credentials' }])
    expect((await runs())[0]).not.toHaveProperty('fixedBy')
  })
})

describe('the lists of sources and tables', () => {
  test('return each source with its tables and steps', async () => {
    await report(
      { source: 'shop', job: 'load', outputs: ['orders'] },
      { source: 'shop', job: 'clean', outputs: ['customers'] },
      { source: 'crm', job: 'load', type: 'START' },
    )
    const { body } = await portal.call(calls.listDataSources, { as: ann.token })
    const empty = { _id: expect.any(Number), description: '' }
    expect(body).toEqual([
      { ...empty, name: 'crm', totalTables: [], totalSteps: ['load'] },
      { ...empty, name: 'shop', totalTables: ['customers', 'orders'], totalSteps: ['clean', 'load'] },
    ])
  })

  test('return each table with the time and status of its last run', async () => {
    await report(
      { job: 'a', outputs: ['orders'], time: '2026-03-04T08:00:00Z' },
      { job: 'b', outputs: ['orders'], type: 'FAIL', time: '2026-03-05T08:00:00Z' },
      { job: 'c', outputs: ['orders'], time: '2026-03-03T08:00:00Z' },
      { job: 'd', outputs: ['customers'] },
      { job: 'e', outputs: ['new'], type: 'START' },
    )
    const tables = async () => (await portal.call(calls.listTables, { as: ann.token })).body
    const shop = { _id: expect.any(Number), dataSource: 'shop' }
    expect(await tables()).toEqual([
      { ...shop, name: 'customers', lastRun: '2026-03-05T11:00:00.000Z', lastStatus: 'success' },
      { ...shop, name: 'new', lastRun: null, lastStatus: null },
      { ...shop, name: 'orders', lastRun: '2026-03-05T08:00:00.000Z', lastStatus: 'failed' },
    ])
    const [failed] = await read(calls.listFailedRuns)
    await fix(failed._id, 'True')
    expect((await tables())[2]).toMatchObject({ name: 'orders', lastStatus: 'amended' })
  })

  test('sort names that differ only in case in a fixed order, not in the order of their reports', async () => {
    for (const name of ['orders', 'ORDERS', 'Orders']) await report({ source: name, job: name, outputs: [name] })
    const namesIn = async (call: typeof calls.listTables | typeof calls.listDataSources) =>
      (await portal.call(call, { as: ann.token })).body.map(({ name }: { name: string }) => name)
    expect(await namesIn(calls.listTables)).toEqual(['ORDERS', 'Orders', 'orders'])
    expect(await namesIn(calls.listDataSources)).toEqual(['ORDERS', 'Orders', 'orders'])
  })
})
