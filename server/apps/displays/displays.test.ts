import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/apps/audit.ts'
import * as calls from '#contract/apps/displays.ts'
import { createTicket, getBoard, listBreakTypes, updateMyBreak } from '#contract/apps/onbreak.ts'
import { watcherOf } from '#server/live/access.ts'
import { purge } from '#server/purge.ts'
import { pairDisplay } from '#tests/display.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let lead: TestUser
beforeEach(async () => {
  portal = await openPortal()
  lead = await portal.addUser({ name: 'Lena Lead', flags: { onbreak_admin: true } })
  await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
})
afterEach(() => portal.close())

const NOW = Date.parse('2026-03-05T11:00:00.000Z')
const stepTo = (seconds: number) => portal.setNow(new Date(NOW + seconds * 1_000).toISOString())

const askForCode = async () => (await portal.call(calls.createDisplayCode)).body as calls.DisplayCode
const approve = (code: string, { name = 'Lobby', as = lead, headers = {} } = {}) =>
  portal.call(calls.approveDisplay, { as: as.token, body: { code, name }, headers })
const collect = (deviceCode: string) => portal.call(calls.collectDisplayToken, { body: { deviceCode } })
const screenOf = (code: string) => portal.call(calls.findAskingScreen, { as: lead.token, query: { code } })
const list = async () => (await portal.call(calls.listDisplays, { as: lead.token })).body
const revoke = (id: number) => portal.call(calls.revokeDisplay, { as: lead.token, params: { id } })
const statusOf = async (token: string) => (await portal.call(getBoard, { as: token })).status

describe('pairing a screen', () => {
  test('lets the screen read the board once its code is approved', async () => {
    stepTo(0)
    const { deviceCode, userCode, expiresIn, interval } = await askForCode()
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect([expiresIn, interval]).toEqual([900, 5])
    expect(await collect(deviceCode)).toMatchObject({
      status: 409,
      body: { detail: 'Nobody has approved this screen yet.' },
    })
    const made = await approve(userCode)
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      _id: expect.any(Number),
      name: 'Lobby',
      createdAt: new Date(NOW).toISOString(),
      createdBy: 'Lena Lead',
      lastSeen: null,
    })
    stepTo(5)
    const { status, body } = await collect(deviceCode)
    expect([status, body.name]).toEqual([200, 'Lobby'])
    expect((await portal.call(getBoard, { as: body.token })).body.map((each: { userName: string }) => each.userName)) //
      .toEqual(['Ann'])
    await expect.poll(list).toEqual([{ ...made.body, lastSeen: new Date(NOW + 5_000).toISOString() }])
  })

  test.each(['bcdfghjk', ' b c d f g h j k ', 'BCDF–GHJK', 'bcdf.ghjk'])('ignores case and separators: %s', (typed) => {
    expect(calls.plainCode(typed)).toBe('BCDFGHJK')
  })

  test('names the screen that shows a code until the code is used or expired', async () => {
    stepTo(0)
    const { body } = await portal.app.inject({
      method: 'POST',
      url: calls.createDisplayCode.path,
      remoteAddress: '::ffff:198.51.100.7',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0' },
    })
    const { userCode } = JSON.parse(body) as calls.DisplayCode
    stepTo(60)
    expect(await screenOf(userCode.toLowerCase())).toMatchObject({
      status: 200,
      body: {
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0',
        address: '198.51.100.7',
        askedAt: new Date(NOW).toISOString(),
      },
    })
    await approve(userCode)
    expect((await screenOf(userCode)).status).toBe(409)
    const later = await askForCode()
    stepTo(961)
    expect((await screenOf(later.userCode)).status).toBe(404)
  })

  test('accepts each code only once, even if two approvals arrive at once', async () => {
    const { userCode } = await askForCode()
    const statuses = (await Promise.all([approve(userCode), approve(userCode, { name: 'Canteen' })])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, 409])
    expect((await approve(userCode)).body.detail).toBe(
      'This code has been used already. Let the screen show another one.',
    )
    expect(await list()).toHaveLength(1)
  })

  test('returns the same display when an approval is repeated with the same idempotency key', async () => {
    const { userCode } = await askForCode()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [await approve(userCode, { headers }), await approve(userCode, { headers })]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
  })

  test('issues a new token when the screen asks again, and the first token stops working', async () => {
    stepTo(0)
    const { deviceCode, userCode } = await askForCode()
    await approve(userCode)
    const first = (await collect(deviceCode)).body.token
    stepTo(5)
    const second = (await collect(deviceCode)).body.token
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  })

  test('expires a code after 15 minutes, and the purge deletes it', async () => {
    stepTo(0)
    const { deviceCode, userCode } = await askForCode()
    stepTo(900)
    expect((await approve(userCode)).status).toBe(404)
    expect(await collect(deviceCode)).toMatchObject({
      status: 410,
      body: { detail: 'This code has expired. Ask for another one.' },
    })
    await purge(portal.deps, portal.deps.clock())
    expect(await portal.deps.db.selectFrom('display_code').selectAll().execute()).toEqual([])
  })

  test('stores no code or token in plain text', async () => {
    const { deviceCode, userCode } = await askForCode()
    await approve(userCode)
    const { token } = (await collect(deviceCode)).body
    const { db } = portal.deps
    const kept = JSON.stringify([
      await db.selectFrom('display').selectAll().execute(),
      await db.selectFrom('display_code').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
      await db.selectFrom('idempotency').selectAll().execute(),
    ])
    for (const secret of [deviceCode, userCode, calls.plainCode(userCode), token]) expect(kept).not.toContain(secret)
  })
})

test('asking for more than 60 codes from one network keeps the codes of another', async () => {
  stepTo(0)
  const first = await askForCode()
  stepTo(1)
  const remoteAddress = '198.51.100.7'
  for (let count = 0; count < 61; count++)
    await portal.app.inject({ method: 'POST', url: calls.createDisplayCode.path, remoteAddress })
  expect((await collect(first.deviceCode)).status).toBe(409)
})

test('asking for more than 60 unapproved codes deletes the oldest, and keeps an approved one', async () => {
  stepTo(0)
  const first = await askForCode()
  stepTo(1)
  const next = await askForCode()
  const approved = await askForCode()
  await approve(approved.userCode)
  stepTo(2)
  for (let count = 0; count < 59; count++) await askForCode()
  expect((await collect(first.deviceCode)).status).toBe(410)
  expect((await collect(next.deviceCode)).status).toBe(409)
  expect((await collect(approved.deviceCode)).status).toBe(200)
  // The sixty unapproved ones, and the one in use.
  const { count } = await portal.deps.db
    .selectFrom('display_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(61)
})

describe('codes and rate limits', () => {
  test('a screen that asks for its token again within 5 seconds gets 429', async () => {
    stepTo(0)
    const { deviceCode, userCode } = await askForCode()
    await collect(deviceCode)
    await approve(userCode)
    stepTo(2)
    const { status, headers, body } = await collect(deviceCode)
    expect([status, headers['retry-after'], body.detail]).toEqual([429, '5', 'Please ask only every 5 seconds.'])
    // Slightly early is accepted, as no clock is exact.
    stepTo(4.5)
    expect((await collect(deviceCode)).status).toBe(200)
  })

  test('ten wrong codes block a person, and nobody else, for 15 minutes', async () => {
    stepTo(0)
    const { userCode } = await askForCode()
    const guesses = await Promise.all(Array.from({ length: 14 }, () => approve('BBBBBBBB')))
    expect(guesses.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(10)
    for (let count = 0; count < 10; count++) await approve('BBBBBBBB')
    const locked = await approve(userCode)
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '900'])
    expect(locked.body.detail).toBe('Too many wrong codes. Please try again in 15 minutes.')
    const other = await portal.addUser({ isAdmin: true })
    expect((await approve(userCode, { as: other })).status).toBe(201)
    stepTo(901)
    expect((await approve((await askForCode()).userCode)).status).toBe(201)
  })

  test('attempts refused with 429 do not extend the 15 minutes', async () => {
    stepTo(0)
    for (let count = 0; count < 10; count++) expect((await approve('BBBBBBBB')).status).toBe(404)
    stepTo(600)
    const { userCode } = await askForCode()
    for (let count = 0; count < 11; count++) expect((await approve(userCode)).status).toBe(429)
    stepTo(901)
    expect((await approve(userCode)).status).toBe(201)
    await approve('BBBBBBBB')
    await purge(portal.deps, new Date(NOW + 1_802_000).toISOString())
    expect(await portal.deps.db.selectFrom('display_guess').selectAll().execute()).toEqual([])
  })

  test('entries from a clock that was a year ahead block neither a screen nor a person', async () => {
    const { db } = portal.deps
    const at = '2027-03-05T11:00:00.000Z'
    portal.setNow(at)
    const later = await askForCode()
    await db
      .insertInto('display_guess')
      .values(Array.from({ length: 10 }, () => ({ user_id: lead.id, at })))
      .execute()
    stepTo(0)
    const { deviceCode, userCode } = await askForCode()
    await db.updateTable('display_code').set({ polled_at: at }).execute()
    expect((await approve(userCode)).status).toBe(201)
    expect((await collect(deviceCode)).status).toBe(200)
    // The codes of that year let nobody in either.
    expect((await collect(later.deviceCode)).status).toBe(410)
    expect((await approve(later.userCode)).status).toBe(404)
    expect(await db.selectFrom('display_code').select('created_at').execute()).toHaveLength(1)
  })

  test('codes that are only looked up count as wrong ones too', async () => {
    stepTo(0)
    const { userCode } = await askForCode()
    for (let count = 0; count < 5; count++) {
      expect((await screenOf('BBBBBBBB')).status).toBe(404)
      expect((await approve('BBBBBBBB')).status).toBe(404)
    }
    expect([(await screenOf(userCode)).status, (await approve(userCode)).status]).toEqual([429, 429])
  })

  test('right codes do not count towards the limit', async () => {
    for (let count = 0; count < 12; count++) {
      const { userCode } = await askForCode()
      expect((await screenOf(userCode)).status).toBe(200)
      expect((await approve(userCode, { name: `Screen ${count}` })).status).toBe(201)
    }
  })

  test('a wrong or malformed code is reported in the code field', async () => {
    const { status, body } = await approve('BCDFGHJK')
    expect([status, Object.keys(body.fields)]).toEqual([404, ['code']])
    expect((await approve('short')).body.fields.code).toBe('Type the code that the screen shows, 8 letters.')
  })
})

describe('a display', () => {
  test('may read the board and get a ticket, and is refused other calls with 401', async () => {
    const { token } = await pairDisplay(portal, lead)
    expect(await statusOf(token)).toBe(200)
    expect((await portal.call(createTicket, { as: token })).status).toBe(200)
    expect((await portal.call(listBreakTypes, { as: token })).status).toBe(401)
    const body = { status: false, breakType: 'Lunch' }
    expect((await portal.call(updateMyBreak, { as: token, body })).status).toBe(401)
  })

  test('shows when it was last seen, to the minute, by a request or a watching socket', async () => {
    stepTo(0)
    // First in the list, and not used again.
    await pairDisplay(portal, lead, 'Canteen')
    const { id, token } = await pairDisplay(portal, lead)
    const lastSeen = async () => (await list()).map((each: calls.Display) => each.lastSeen)
    for (const [second, said] of [
      [0, 0],
      [59, 0],
      [60, 60],
      [3_600, 3_600],
    ] as const) {
      stepTo(second)
      if (second > 0) await statusOf(token)
      await expect.poll(lastSeen).toEqual([0, said * 1_000].map((after) => new Date(NOW + after).toISOString()))
    }
    // A socket that watches sends no requests, and counts as seen.
    stepTo(7_200)
    expect(await watcherOf(portal.deps.db, { kind: 'display', displayId: id }, portal.deps.clock())).not.toBeNull()
    await expect.poll(lastSeen).toEqual([new Date(NOW).toISOString(), portal.deps.clock()])
  })

  test('is refused once it is revoked, and so is its code', async () => {
    stepTo(0)
    const { deviceCode, userCode } = await askForCode()
    const { _id: id } = (await approve(userCode)).body
    const { token } = (await collect(deviceCode)).body
    expect((await revoke(id)).status).toBe(204)
    expect(await statusOf(token)).toBe(401)
    stepTo(5)
    expect((await collect(deviceCode)).status).toBe(410)
    expect((await revoke(id)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('keeps its token under a new name, which the audit log shows beside the old one', async () => {
    const { id, token } = await pairDisplay(portal, lead, 'Canteen')
    const rename = (name: string, params = { id }) =>
      portal.call(calls.renameDisplay, { as: lead.token, params, body: { name } })
    const renamed = await rename('  Lobby ')
    expect(renamed.status).toBe(200)
    expect(renamed.body).toEqual((await list())[0])
    expect(renamed.body).toMatchObject({ _id: id, name: 'Lobby', createdBy: 'Lena Lead' })
    expect(await statusOf(token)).toBe(200)
    // The same name once more is no change.
    expect((await rename('Lobby')).status).toBe(200)
    expect([(await rename('')).status, (await rename('Gone', { id: id + 1 })).status]).toEqual([400, 404])
    const boss = await portal.addUser({ isAdmin: true })
    const entries = (await portal.call(listAudit, { as: boss.token })).body
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'display-renamed')).toMatchObject([
      { subject: { name: 'Canteen' }, changes: [{ field: 'name', from: 'Canteen', to: 'Lobby' }] },
    ])
  })

  test('is recorded in the audit log when it is approved and when it is revoked', async () => {
    const { id } = await pairDisplay(portal, lead, 'Canteen')
    await revoke(id)
    const boss = await portal.addUser({ isAdmin: true })
    const entries = (await portal.call(listAudit, { as: boss.token })).body
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'display-revoked', actor: { name: 'Lena Lead' }, subject: { id: null, name: 'Canteen' } },
      { kind: 'display-approved', actor: { name: 'Lena Lead' }, subject: { id: null, name: 'Canteen' } },
    ])
  })
})

test('displays are listed by name, with numbers in numeric order', async () => {
  for (const name of ['Lobby 10', 'canteen', 'Lobby 9']) await pairDisplay(portal, lead, name)
  expect((await list()).map(({ name }: calls.Display) => name)).toEqual(['canteen', 'Lobby 9', 'Lobby 10'])
})
