/** Which runs and names the purge deletes, and which it keeps. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/etl.ts'
import { type LineageEvent, lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { purgeRuns } from './purge.ts'

const NOW = '2026-03-05T12:00:00.000Z'
const DAYS = 30

let portal: Portal
let boss: TestUser
let key: string
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  boss = await portal.addUser({ isAdmin: true, flags: { access_etl: true } })
  key = (await portal.call(calls.createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body.key
})
afterEach(() => portal.close())

const report = async (event: LineageEvent) =>
  expect((await portal.call(calls.postLineage, { as: key, body: lineageEvent(event) })).status).toBe(201)
const purge = () => purgeRuns(portal.deps.db, NOW, DAYS)
const runs = () => portal.deps.db.selectFrom('etl_run').select('run_key').execute()
const sources = async () =>
  (await portal.call(calls.listDataSources, { as: boss.token })).body.map(({ name }: { name: string }) => name)

test('keeps a run that ended recently; deletes one that ended long ago and an old one that never ended', async () => {
  await report({ run: 'long', job: 'long', time: '2026-03-04T12:00:00Z' })
  await report({ run: 'old', job: 'old', time: '2026-01-01T12:00:00Z' })
  await report({ run: 'lost', job: 'lost', type: 'START' })
  await portal.deps.db.updateTable('etl_run').set({ heard_at: '2026-01-01T12:00:00.000Z' }).execute()
  await purge()
  expect(await runs()).toHaveLength(1)
  expect(await sources()).toEqual(['shop'])
})

test('deletes a source with its last run, unless it is expected to run', async () => {
  await report({ source: 'shop', job: 'load', time: '2026-01-01T12:00:00Z' })
  await report({ source: 'crm', job: 'load', time: '2026-01-01T12:00:00Z' })
  const body = { dataSource: 'crm', taskName: 'load', everyMinutes: 60, graceMinutes: 0 }
  expect((await portal.call(calls.setExpectation, { as: boss.token, body })).status).toBe(200)
  await purge()
  expect(await runs()).toEqual([])
  expect(await sources()).toEqual(['crm'])
  portal.setNow('2026-03-05T13:00:01.000Z')
  const [late] = (await portal.call(calls.listLate, { as: boss.token })).body
  expect(late).toMatchObject({ dataSource: 'crm', taskName: 'load' })
})

test('keeps a table without runs for as long as runs are kept, counted from when it was last named', async () => {
  await report({ run: 'one', type: 'START', outputs: ['staging'] })
  await report({ run: 'one', outputs: ['orders'] })
  const tables = async () =>
    (await portal.call(calls.listTables, { as: boss.token })).body.map(({ name }: { name: string }) => name)
  await purge()
  expect(await tables()).toEqual(['orders', 'staging'])
  await portal.deps.db.updateTable('etl_table').set({ named_on: '2026-02-02' }).execute()
  await purge()
  expect(await tables()).toEqual(['orders'])
})

test('accepts the end of a run whose first table was deleted meanwhile', async () => {
  await report({ run: 'one', type: 'START', outputs: ['staging'] })
  await report({ run: 'one', outputs: ['orders'] })
  await portal.deps.db.updateTable('etl_table').set({ named_on: '2026-02-02' }).execute()
  await purge()
  await report({ run: 'one', type: 'FAIL', time: '2026-03-05T11:30:00.000Z' })
  const [run] = (await portal.call(calls.listRuns, { as: boss.token })).body
  expect(run).toMatchObject({ isSuccessful: false, tableName: '' })
})
