/** A screen that was approved in time collects its token although its code has expired since. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/displays.ts'
import { getBoard } from '#contract/apps/onbreak.ts'
import { purge } from '#server/purge.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let lead: TestUser
beforeEach(async () => {
  portal = await openPortal()
  lead = await portal.addUser({ flags: { onbreak_admin: true } })
})
afterEach(() => portal.close())

const NOW = Date.parse('2026-03-05T11:00:00.000Z')
const stepTo = (seconds: number) => portal.setNow(new Date(NOW + seconds * 1_000).toISOString())
const askForCode = async () => (await portal.call(calls.createDisplayCode)).body as calls.DisplayCode
const approve = (code: string) => portal.call(calls.approveDisplay, { as: lead.token, body: { code, name: 'Lobby' } })
const collect = (deviceCode: string) => portal.call(calls.collectDisplayToken, { body: { deviceCode } })
const purgeNow = () => purge(portal.deps, portal.deps.clock())

test('a code whose token was collected gives no other one once its time is over', async () => {
  stepTo(0)
  const { deviceCode, userCode } = await askForCode()
  await approve(userCode)
  const { token } = (await collect(deviceCode)).body
  stepTo(900)
  expect((await collect(deviceCode)).status).toBe(410)
  expect((await portal.call(getBoard, { as: token })).status).toBe(200)
})

test('a screen that was approved just in time gets its token for a day', async () => {
  stepTo(0)
  const [{ deviceCode, userCode }, unapproved] = [await askForCode(), await askForCode()]
  stepTo(898)
  expect((await approve(userCode)).status).toBe(201)
  // The screen has slept meanwhile; another one has asked for a code, and the purge has run.
  stepTo(40_000)
  await askForCode()
  await purgeNow()
  expect((await collect(unapproved.deviceCode)).status).toBe(410)
  expect((await approve(userCode)).status).toBe(404)
  const { status, body } = await collect(deviceCode)
  expect([status, body.name]).toEqual([200, 'Lobby'])
  expect((await portal.call(getBoard, { as: body.token })).status).toBe(200)
  stepTo(86_400)
  expect((await collect(deviceCode)).status).toBe(410)
  await purgeNow()
  expect(await portal.deps.db.selectFrom('display_code').selectAll().execute()).toEqual([])
})
