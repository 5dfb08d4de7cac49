import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import { cancelOffboarding, startOffboarding } from '#contract/apps/checklist.ts'
import { createApiKey, pingRun } from '#contract/apps/etl.ts'
import * as onbreak from '#contract/apps/onbreak.ts'
import { purge } from '#server/purge.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { endAll, freePorts, launch } from '#tests/process.ts'

let portal: Portal
let boss: TestUser
let key: string
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags: { onbreak_admin: true, access_onbreak: true } })
  key = randomUUID()
})
afterEach(() => portal.close())

const addType = (breakType: unknown, headers: Record<string, string> = { 'Idempotency-Key': key }, as = boss.token) =>
  portal.call(onbreak.createBreakType, { as, headers, body: { breakType } })
const types = async () => (await portal.deps.db.selectFrom('break_type').selectAll().execute()).map((row) => row.name)
const rows = () => portal.deps.db.selectFrom('idempotency').selectAll().execute()

test('a body that is nested too deep is 400, also with a key', async () => {
  const nested = (depth: number) => `{"status":true,"more":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const change = (payload: string) =>
    portal.app.inject({
      method: 'PUT',
      url: onbreak.updateMyBreak.path,
      payload,
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    })
  const tooDeep = await change(nested(200_000))
  expect(tooDeep.statusCode).toBe(400)
  expect(tooDeep.json().detail).toBe('The request is nested too deep.')
  expect((await change(nested(900))).statusCode).toBe(200)
})

test('a body of a megabyte of tiny values is 400', async () => {
  const { statusCode, body } = await portal.app.inject({
    method: 'POST',
    url: accounts.login.path,
    payload: `[${Array(340_000).fill('{}')}]`,
    headers: { 'content-type': 'application/json' },
  })
  expect(statusCode).toBe(400)
  expect(JSON.parse(body).detail).toBe('The request contains too many values.')
})

describe('a repeated request', () => {
  test('gets the first answer, and writes nothing', async () => {
    const first = await addType('Dentist')
    expect(first.status).toBe(201)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    for (const spelled of [key, key.toUpperCase()]) {
      const again = await addType('Dentist', { 'Idempotency-Key': spelled })
      expect(again.status).toBe(201)
      expect(again.body).toEqual(first.body)
      expect(again.headers['idempotency-replayed']).toBe('true')
    }
    expect(await types()).toEqual(['Dentist'])
    const other = await addType('Doctor', { 'Idempotency-Key': randomUUID() })
    expect(other.status).toBe(201)
    expect(other.headers).not.toHaveProperty('idempotency-replayed')
    expect((await addType('Dentist')).body).toEqual(first.body)
  })

  test('gets 204 again after a deletion', async () => {
    const eve = await portal.addUser()
    const remove = () =>
      portal.call(accounts.deleteUser, { as: boss.token, params: { id: eve.id }, headers: { 'Idempotency-Key': key } })
    expect((await remove()).status).toBe(204)
    const again = await remove()
    expect(again.status).toBe(204)
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('is recognised after a new sign-in and without the trailing slash', async () => {
    const first = await addType('Dentist')
    const { token } = (await portal.call(accounts.login, { body: { username: boss.email, password: boss.password } }))
      .body
    await portal.call(accounts.logout, { as: boss.token })
    const again = await portal.app.inject({
      method: 'POST',
      url: onbreak.createBreakType.path.replace(/\/$/, ''),
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload: { breakType: 'Dentist' },
    })
    expect(again.json()).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await types()).toEqual(['Dentist'])
  })

  test('is recognised with another Sent-At and Base-Rev', async () => {
    const leave = (headers: Record<string, string>) =>
      portal.call(onbreak.updateMyBreak, {
        as: boss.token,
        headers: { 'Idempotency-Key': key, ...headers },
        body: { status: false, breakType: 'Lunch', customMessage: '' },
      })
    const first = await leave({
      'Occurred-At': '2026-03-05T10:00:00.000Z',
      'Sent-At': '2026-03-05T10:00:00.000Z',
      'Base-Rev': '0',
    })
    expect(first.status).toBe(200)
    const again = await leave({
      'Occurred-At': '2026-03-05T10:00:00.000Z',
      'Sent-At': '2026-03-05T11:00:00.000Z',
      'Base-Rev': '999',
    })
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await portal.deps.db.selectFrom('break_log').selectAll().execute()).toHaveLength(1)
  })

  test('is refused to a caller who has lost the permission', async () => {
    await addType('Dentist')
    await portal.deps.db.updateTable('user').set({ onbreak_admin: 0 }).where('id', '=', boss.id).execute()
    expect((await addType('Dentist')).status).toBe(403)
    expect((await addType('Dentist', { 'Idempotency-Key': key }, 'unknown')).status).toBe(401)
  })
})

describe('an idempotency key', () => {
  test('that was used for another body or call is 422, and changes nothing', async () => {
    await addType('Dentist')
    expect((await addType('Doctor')).status).toBe(422)
    const otherCall = await portal.call(accounts.updateMyPermissions, {
      as: boss.token,
      headers: { 'Idempotency-Key': key },
      body: { changed_password: true },
    })
    expect(otherCall.status).toBe(422)
    expect(otherCall.body.detail).toMatch(/\.$/)
    const [one, two] = [await portal.addUser(), await portal.addUser()]
    const secondKey = randomUUID()
    const remove = (id: number) =>
      portal.call(accounts.deleteUser, { as: boss.token, params: { id }, headers: { 'Idempotency-Key': secondKey } })
    expect((await remove(one.id)).status).toBe(204)
    expect((await remove(two.id)).status).toBe(422)
    const leaving = { as: boss.token, params: { id: two.id }, headers: { 'Idempotency-Key': randomUUID() } }
    expect((await portal.call(startOffboarding, leaving)).status).toBe(201)
    expect((await portal.call(cancelOffboarding, leaving)).status).toBe(422)
    expect(await types()).toEqual(['Dentist'])
  })

  test('may be repeated with {} instead of no body', async () => {
    const asked = { as: boss.token, params: { id: boss.id }, headers: { 'Idempotency-Key': key } }
    expect((await portal.call(onbreak.createBreak, asked)).status).toBe(200)
    const again = await portal.call(onbreak.createBreak, { ...asked, body: {} })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
  })

  test('can be used by two users independently', async () => {
    const other = await portal.addUser({ flags: { onbreak_admin: true } })
    await addType('Dentist')
    const theirs = await addType('Doctor', { 'Idempotency-Key': key }, other.token)
    expect(theirs.status).toBe(201)
    expect(theirs.headers).not.toHaveProperty('idempotency-replayed')
    expect((await addType('Dentist')).body.breakType).toBe('Dentist')
  })

  test('is independent of that of an API key with the same id as the user', async () => {
    await addType('Dentist')
    const made = (await portal.call(createApiKey, { as: boss.token, body: { name: 'Shop' } })).body
    expect(made._id).toBe(boss.id)
    const params = { source: 'shop', task: 'load', state: 'ok' }
    const told = await portal.call(pingRun, { as: made.key, params, headers: { 'Idempotency-Key': key } })
    expect(told.status).toBe(201)
  })

  test.each([
    '',
    'x',
    '1',
    `${'g'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
    randomUUID().replaceAll('-', ''),
    `${randomUUID()}0`,
    `${randomUUID()}, ${randomUUID()}`,
  ])('“%s” is refused with 400', async (bad) => {
    expect((await addType('Dentist', { 'Idempotency-Key': bad })).status).toBe(400)
    expect(await types()).toEqual([])
  })

  test.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-0000-0000-000000000001',
    '017F22E2-79B0-7CC3-98C4-DC0C0C07398F',
  ])('%s is accepted', async (good) => {
    const first = await addType('Dentist', { 'Idempotency-Key': good })
    expect(first.status).toBe(201)
    const again = await addType('Dentist', { 'Idempotency-Key': good })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('is not stored in clear text, nor is the body', async () => {
    const eve = { name: 'Eve', email: 'eve@example.com', password: 'temporary password' }
    await portal.call(accounts.registerOther, { as: boss.token, headers: { 'Idempotency-Key': key }, body: eve })
    const kept = JSON.stringify(await rows())
    expect(await rows()).toHaveLength(1)
    expect(kept).not.toContain(key)
    expect(kept).not.toContain('temporary password')
    expect(kept).not.toContain('argon2')
  })

  test('is kept for 30 days and then deleted', async () => {
    portal.setNow('2026-03-01T00:00:00.000Z')
    const eve = await portal.addUser({ flags: { onbreak_admin: true } })
    await addType('Dentist', { 'Idempotency-Key': key }, eve.token)
    await purge(portal.deps, '2026-03-31T00:00:00.000Z')
    expect(await rows()).toHaveLength(1)
    await purge(portal.deps, '2026-03-31T00:00:00.001Z')
    expect(await rows()).toEqual([])
  })
})

describe('a refused request', () => {
  test('stores nothing and may be retried with the same key', async () => {
    expect((await addType('')).status).toBe(400)
    await portal.deps.db.updateTable('user').set({ onbreak_admin: 0 }).where('id', '=', boss.id).execute()
    expect((await addType('Dentist')).status).toBe(403)
    await portal.deps.db.updateTable('user').set({ onbreak_admin: 1 }).where('id', '=', boss.id).execute()
    const eve = { name: 'Eve', email: boss.email, password: 'temporary' }
    const register = (email: string) =>
      portal.call(accounts.registerOther, {
        as: boss.token,
        headers: { 'Idempotency-Key': key },
        body: { ...eve, email },
      })
    expect((await register(boss.email)).status).toBe(400)
    expect(await rows()).toEqual([])
    const done = await register('eve@example.com')
    expect(done.status).toBe(201)
    expect(done.headers).not.toHaveProperty('idempotency-replayed')
  })

  test('stores nothing after a server error, and may be retried', async () => {
    await portal.deps.db.schema.alterTable('break_type').renameTo('away').execute()
    expect((await addType('Dentist')).status).toBe(500)
    await portal.deps.db.schema.alterTable('away').renameTo('break_type').execute()
    expect(await rows()).toEqual([])
    expect((await addType('Dentist')).status).toBe(201)
  })
})

test('calls that answer a secret ignore the Idempotency-Key header', async () => {
  const signIn = () =>
    portal.call(accounts.login, {
      as: boss.token,
      headers: { 'Idempotency-Key': key },
      body: { username: boss.email, password: boss.password },
    })
  const [first, second] = [await signIn(), await signIn()]
  expect(second.body.token).not.toBe(first.body.token)
  const ticket = () =>
    portal.call(onbreak.createTicket, { as: boss.token, headers: { 'Idempotency-Key': 'no UUID' }, body: {} })
  const tickets = [await ticket(), await ticket()]
  for (const { status, headers } of tickets) {
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('idempotency-replayed')
  }
  expect(tickets[0]?.body.ticket).not.toBe(tickets[1]?.body.ticket)
  expect(await rows()).toEqual([])
})

describe('concurrent requests with one key', () => {
  type Answer = { status: number; body: unknown; headers: Readonly<Record<string, unknown>> }
  const hundred = async (ask: (index: number) => Promise<Answer>) => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)))
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([201])
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(99)
  }

  test('add one break type (100 requests)', async () => {
    await hundred(() => addType('Dentist'))
    expect(await types()).toEqual(['Dentist'])
  })

  test('create one account (100 requests)', async () => {
    const body = { name: 'Eve', email: 'eve@example.com', password: 'temporary' }
    await hundred(() =>
      portal.call(accounts.registerOther, { as: boss.token, headers: { 'Idempotency-Key': key }, body }),
    )
    expect(
      await portal.deps.db.selectFrom('user').selectAll().where('email', '=', 'eve@example.com').execute(),
    ).toHaveLength(1)
  })

  test('are all refused and store nothing if the request is invalid', async () => {
    const body = { name: 'Eve', email: boss.email, password: 'temporary' }
    const ask = () => portal.call(accounts.registerOther, { as: boss.token, headers: { 'Idempotency-Key': key }, body })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(await rows()).toEqual([])
  })

  test('to two servers on one database add one break type (100 requests)', { timeout: 60_000 }, async ({ skip }) => {
    const { databaseUrl } = portal.deps.config
    if (!databaseUrl) return skip('One process alone writes to SQLite.')
    // A separate process: within one process the queue of a key keeps the two requests apart, and the table is never
    // contended.
    const { FOYER_PORT } = await freePorts()
    const second = launch({ FOYER_PORT, FOYER_LIVE_PORT: 'off', FOYER_DATABASE_URL: databaseUrl }, '--quiet')
    const askSecond = async () => {
      const response = await fetch(`http://127.0.0.1:${FOYER_PORT}${onbreak.createBreakType.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${boss.token}`, 'idempotency-key': key },
        body: JSON.stringify({ breakType: 'Dentist' }),
      })
      const headers = Object.fromEntries(response.headers as unknown as Iterable<[string, string]>)
      return { status: response.status, body: await response.json(), headers }
    }
    /** Counts the writes waiting for the table; the second server's first purge may be among them. */
    const waiting = async () => {
      const { rows } = await sql`
        select pid from pg_locks join pg_stat_activity using (pid)
        where relation = 'idempotency'::regclass and not granted and query like 'insert%'`.execute(portal.deps.db)
      return rows.length
    }
    try {
      await second.isOpen
      // Releases the lock only once both have found no answer and wait for the table, so that they do meet there.
      const { asked } = await portal.deps.db.transaction().execute(async (tx) => {
        await sql`lock table idempotency in share mode`.execute(tx)
        const asked = hundred((index) => (index % 2 ? addType('Dentist') : askSecond()))
        asked.catch(() => {}) // handled by `await asked` below, unless the poll fails first
        await expect.poll(waiting, { timeout: 8_000 }).toBe(2)
        return { asked }
      })
      await asked
      expect(await types()).toEqual(['Dentist'])
      expect(await rows()).toHaveLength(1)
    } finally {
      await endAll()
    }
  })
})
