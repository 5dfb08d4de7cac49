/** API keys, shell jobs, late runs, and the purge. */
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/apps/audit.ts'
import * as calls from '#contract/apps/etl.ts'
import { purge } from '#server/purge.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

const NOW = '2026-03-05T12:00:00.000Z'

let portal: Portal
let boss: TestUser
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
})
afterEach(() => portal.close())

const make = async (body: object = { name: 'Airflow' }) =>
  (await portal.call(calls.createApiKey, { as: boss.token, body })).body
const keys = async () => (await portal.call(calls.listApiKeys, { as: boss.token })).body
const post = (key: string, body: unknown = lineageEvent()) => portal.call(calls.postLineage, { as: key, body })
const runs = async (): Promise<calls.Run[]> => (await portal.call(calls.listRuns, { as: boss.token })).body

describe('an API key', () => {
  test('is returned only when it is made; the list, the database and the audit log do not contain it', async () => {
    const { key, ...made } = await make()
    expect(made).toEqual({
      _id: expect.any(Number),
      name: 'Airflow',
      createdAt: NOW,
      lastUsed: null,
      prefix: key.slice(0, 12),
    })
    expect(await keys()).toEqual([made])
    expect(JSON.stringify(await portal.deps.db.selectFrom('etl_key').selectAll().execute())).not.toContain(key)
    const { body } = await portal.call(listAudit, { as: boss.token })
    expect(body[0]).toMatchObject({
      kind: 'api-key-made',
      actor: { name: 'Bo' },
      subject: { id: null, name: 'Airflow' },
    })
    expect(JSON.stringify(body)).not.toContain(key)
  })

  test('is not replayed for a repeated idempotency key: another API key is made', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ask = () => portal.call(calls.createApiKey, { as: boss.token, body: { name: 'Airflow' }, headers })
    expect((await ask()).body.key).not.toBe((await ask()).body.key)
  })

  // What else a key opens is tested call by call in tests/contract/permissions.test.ts.
  test('is accepted by the lineage call, which answers 401 to session tokens, unknown keys and no key', async () => {
    const { key } = await make()
    expect((await post(key)).status).toBe(201)
    for (const none of [boss.token, 'foyer_made-up', `${key}x`]) expect((await post(none)).status).toBe(401)
    expect((await portal.call(calls.postLineage, { body: lineageEvent() })).status).toBe(401)
  })

  test('shows when it was last used, updated once a minute', async () => {
    const [, { key }] = [await make({ name: 'dbt' }), await make()]
    const lastUsed = async () => (await keys()).map((each: calls.ApiKey) => each.lastUsed)
    await post(key)
    portal.setNow('2026-03-05T12:00:59.000Z')
    await post(key)
    await expect.poll(lastUsed).toEqual([NOW, null])
    portal.setNow('2026-03-05T12:01:00.000Z')
    await post(key)
    await expect.poll(lastUsed).toEqual(['2026-03-05T12:01:00.000Z', null])
  })

  test('is refused as soon as it is revoked', async () => {
    const [{ key, _id }, other] = [await make(), await make({ name: 'dbt' })]
    const revoke = () => portal.call(calls.deleteApiKey, { as: boss.token, params: { id: _id } })
    expect((await revoke()).status).toBe(204)
    expect((await post(key)).status).toBe(401)
    expect(await keys()).toMatchObject([{ _id: other._id, lastUsed: null }])
    expect((await post(other.key)).status).toBe(201)
    expect((await revoke()).status).toBe(404)
    const { body } = await portal.call(listAudit, { as: boss.token })
    expect(body[0]).toMatchObject({ kind: 'api-key-revoked', subject: { id: null, name: 'Airflow' } })
  })

  test('can be limited to some sources: a request that contains another one gets 403 and stores nothing', async () => {
    const { key, sources } = await make({ name: 'Shop', sources: ['shop', 'crm', 'shop'] })
    expect(sources).toEqual(['shop', 'crm'])
    expect((await keys())[0].sources).toEqual(['shop', 'crm'])
    expect((await post(key)).status).toBe(201)
    const refused = await post(key, [lineageEvent(), lineageEvent({ source: 'payroll' })])
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('“payroll”') } })
    expect(await runs()).toHaveLength(1)
    for (const wrong of [[], ['']]) {
      const body = { name: 'None', sources: wrong }
      expect((await portal.call(calls.createApiKey, { as: boss.token, body })).status).toBe(400)
    }
  })

  test('can make 1,300 calls without reaching a limit', async () => {
    const { key } = await make()
    for (let count = 0; count < 1_300; count += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post(key, [])))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    }
  })
})

describe('a ping of a shell job', () => {
  let key: string
  beforeEach(async () => {
    key = (await make()).key
  })

  const ping = (
    state: string,
    output: string | Readable = '',
    type = 'application/x-www-form-urlencoded',
    source = 'backups',
  ) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/etl/ping/${source}/nightly%20dump/${state}`,
      headers: { authorization: `Bearer ${key}`, ...(output ? { 'content-type': type } : {}) },
      ...(output ? { payload: output } : {}),
    })

  test('with "ok" stores a successful run', async () => {
    expect((await ping('ok')).statusCode).toBe(201)
    expect(await runs()).toEqual([
      {
        _id: expect.any(Number),
        isSuccessful: true,
        isFixed: false,
        dataSource: 'backups',
        tableName: '',
        taskName: 'nightly dump',
        createdAt: NOW,
        message: '',
      },
    ])
  })

  test('with "start" shows no run yet, and gives its time to the next end only', async () => {
    await ping('start')
    expect(await runs()).toEqual([])
    portal.setNow('2026-03-05T12:10:00.000Z')
    await ping('ok')
    await ping('ok')
    expect(await runs()).toMatchObject([
      { createdAt: '2026-03-05T12:10:00.000Z' },
      { createdAt: '2026-03-05T12:10:00.000Z', startedAt: NOW },
    ])
  })

  test('with "ok" takes the later of two starts as the start of its run', async () => {
    await ping('start')
    portal.setNow('2026-03-05T13:00:00.000Z')
    await ping('start')
    portal.setNow('2026-03-05T13:10:00.000Z')
    await ping('ok')
    expect(await runs()).toMatchObject([{ startedAt: '2026-03-05T13:00:00.000Z' }])
  })

  test('with "ok" ignores a start of another task, or of a task of that name in another source', async () => {
    const tell = (state: string, source = 'backups', task = 'nightly dump') =>
      portal.call(calls.pingRun, { as: key, params: { source, task, state } })
    await tell('start')
    await tell('ok', 'backups', 'weekly dump')
    await tell('ok', 'archive')
    for (const run of await runs()) expect(run).not.toHaveProperty('startedAt')
    await tell('fail')
    expect((await runs()).filter((run) => run.startedAt)).toMatchObject([
      { dataSource: 'backups', taskName: 'nightly dump', isSuccessful: false },
    ])
  })

  test('with "fail" ignores a start that a tool reported under the same name', async () => {
    const begin = lineageEvent({ run: 'airflow', source: 'backups', job: 'nightly dump', type: 'START' })
    expect((await portal.call(calls.postLineage, { as: key, body: begin })).status).toBe(201)
    await ping('fail')
    const [failed] = await runs()
    expect(failed).not.toHaveProperty('startedAt')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'multipart/form-data'])(
    'with "fail" stores the last 10 KB of the output as the message (%s)',
    async (type) => {
      await ping('fail', `${'é'.repeat(600_000)}\0 no space left on device\n`, type)
      const [run] = await runs()
      expect(run).toMatchObject({
        isSuccessful: false,
        message: expect.stringMatching(/^é+\ufffd no space left on device$/),
      })
      expect(Buffer.byteLength(run?.message ?? '')).toBeLessThanOrEqual(10_240)
    },
  )

  test('with "fail" accepts up to 100 MB of output and answers 413 to more', async () => {
    const log = (megabytes: number) =>
      Readable.from([...Array(megabytes).fill(Buffer.alloc(1_048_576, 'all is well\n')), Buffer.from('no space left')])
    expect((await ping('fail', log(99))).statusCode).toBe(201)
    const [run] = await runs()
    expect(run?.message).toMatch(/ is well\n.*no space left$/)
    expect((await ping('fail', log(100))).statusCode).toBe(413)
    expect(await runs()).toHaveLength(1)
  })

  test('with "fail" and no output stores a failed run without a message', async () => {
    await ping('fail')
    expect(await runs()).toMatchObject([{ isSuccessful: false, message: '' }])
  })

  test('answers 404 to an unknown state, 401 to a session token and 403 to a key for other sources', async () => {
    expect((await ping('done')).statusCode).toBe(404)
    key = boss.token
    expect((await ping('ok')).statusCode).toBe(401)
    key = (await make({ name: 'Shop', sources: ['shop'] })).key
    expect((await ping('ok')).statusCode).toBe(403)
    expect(await runs()).toEqual([])
  })
})

describe('an expectation', () => {
  const set = (over: object = {}) =>
    portal.call(calls.setExpectation, {
      as: boss.token,
      body: { dataSource: 'shop', taskName: 'load', everyMinutes: 60, graceMinutes: 15, ...over },
    })
  const late = async () => (await portal.call(calls.listLate, { as: boss.token })).body
  beforeEach(async () => {
    const { key } = await make()
    await post(key, [
      lineageEvent({ job: 'load', time: '2026-03-05T11:00:00Z' }),
      lineageEvent({ job: 'clean', type: 'START' }),
    ])
  })

  test('is late once its interval and grace pass without a run, until the next run', async () => {
    const { body: load } = await set()
    const { body: clean } = await set({ taskName: 'clean', everyMinutes: 10, graceMinutes: 0 })
    await set({ taskName: '', everyMinutes: 1_440 })
    expect(await late()).toEqual([])
    portal.setNow('2026-03-05T12:15:00.001Z')
    expect(await late()).toEqual([
      { ...clean, lastRun: null, dueAt: '2026-03-05T12:10:00.000Z' },
      { ...load, lastRun: '2026-03-05T11:00:00.000Z', dueAt: '2026-03-05T12:15:00.000Z' },
    ])
    const { key } = await make()
    await post(key, lineageEvent({ job: 'load', type: 'FAIL', time: '2026-03-05T12:15:00Z' }))
    expect(await late()).toMatchObject([{ taskName: 'clean' }])
  })

  test('of a whole source is measured from the last run of any of its tasks', async () => {
    const { body: shop } = await set({ taskName: '' })
    const { key } = await make()
    await post(key, [
      lineageEvent({ job: 'clean', run: 'cleaned', time: '2026-03-05T11:30:00Z' }),
      lineageEvent({ source: 'till', job: 'load', run: 'other', time: '2026-03-05T12:30:00Z' }),
    ])
    portal.setNow('2026-03-05T12:45:00.001Z')
    expect(await late()).toEqual([{ ...shop, lastRun: '2026-03-05T11:30:00.000Z', dueAt: '2026-03-05T12:45:00.000Z' }])
  })

  test('is late even if a run is reported with a time over five minutes in the future', async () => {
    await set()
    const { key } = await make()
    portal.setNow('2026-03-05T12:15:01.000Z')
    await post(key, lineageEvent({ job: 'load', run: 'ahead', time: '2026-03-05T12:20:01.001Z' }))
    expect(await late()).toMatchObject([{ taskName: 'load', lastRun: '2026-03-05T11:00:00.000Z' }])
    await post(key, lineageEvent({ job: 'load', run: 'in time', time: '2026-03-05T12:20:01Z' }))
    expect(await late()).toEqual([])
  })

  test('exists once per task, is changed by setting it again, and can be deleted', async () => {
    const { body } = await set()
    expect(body).toEqual({
      _id: expect.any(Number),
      dataSource: 'shop',
      taskName: 'load',
      everyMinutes: 60,
      graceMinutes: 15,
    })
    expect((await set({ everyMinutes: 30 })).body._id).toBe(body._id)
    const { body: other } = await set({ taskName: '' })
    const list = async () => (await portal.call(calls.listExpectations, { as: boss.token })).body
    expect(await list()).toEqual([other, { ...body, everyMinutes: 30 }])
    const remove = () => portal.call(calls.deleteExpectation, { as: boss.token, params: { id: body._id } })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect(await list()).toEqual([other])
  })

  test('is listed by task name, regardless of case and with 2 before 10', async () => {
    const { key } = await make()
    const jobs = ['part 10', 'Part 2', 'clean', 'load']
    await post(
      key,
      jobs.map((job) => lineageEvent({ job, type: 'START' })),
    )
    for (const taskName of ['part 10', 'load', '', 'Part 2', 'clean']) await set({ taskName })
    const { body } = await portal.call(calls.listExpectations, { as: boss.token })
    expect(body.map(({ taskName }: { taskName: string }) => taskName)).toEqual([
      '',
      'clean',
      'load',
      'Part 2',
      'part 10',
    ])
  })

  test.each([
    { dataSource: 'nowhere' },
    { taskName: 'nothing' },
    { everyMinutes: 0 },
    { graceMinutes: -1 },
    { everyMinutes: 1e9 },
  ])('is refused with an unknown source or task, or an invalid time: %j', async (wrong) => {
    const { status, body } = await set(wrong)
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty(Object.keys(wrong)[0] ?? '')
  })
})

test('the purge deletes runs after 90 days, then the names without runs, except expected sources', async () => {
  const { key } = await make()
  const old = Array.from({ length: 2_100 }, (_, index) =>
    lineageEvent({ source: 'gone', job: `job ${index % 3}`, outputs: ['gone'], time: '2026-03-05T10:00:00Z' }),
  )
  await post(key, [
    ...old,
    lineageEvent({ source: 'gone', type: 'START' }),
    lineageEvent({ source: 'expected', outputs: ['gone'], time: '2026-03-05T10:00:00Z' }),
  ])
  const body = { dataSource: 'expected', taskName: '', everyMinutes: 60, graceMinutes: 0 }
  await portal.call(calls.setExpectation, { as: boss.token, body })
  portal.setNow('2026-06-04T10:00:00.000Z')
  await post(key, lineageEvent({ source: 'kept', outputs: ['kept'], time: '2026-06-04T09:00:00Z' }))
  await purge(portal.deps, '2026-06-03T12:00:00.000Z')
  const { db } = portal.deps
  const names = async (table: 'etl_source' | 'etl_table' | 'etl_task') =>
    (await db.selectFrom(table).select('name').orderBy('name').execute()).map(({ name }) => name)
  expect(await db.selectFrom('etl_run').select('id').execute()).toHaveLength(2)
  await purge(portal.deps, '2026-06-03T12:00:00.001Z')
  expect(await db.selectFrom('etl_run').select('id').execute()).toHaveLength(1)
  await purge(portal.deps, '2026-06-04T12:00:00.000Z')
  expect(await names('etl_source')).toEqual(['expected', 'kept'])
  expect(await names('etl_table')).toEqual(['kept'])
  expect(await names('etl_task')).toEqual(['load'])
})
