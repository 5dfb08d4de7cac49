import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/accounts.ts'
import type { Config } from '#server/config.ts'
import { purge } from '#server/purge.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { attemptSignIn } from './sign-in-limits.ts'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', email: 'ann@example.com' })
})
afterEach(() => portal.close())

const signIn = (username: string, password: string) => portal.call(calls.login, { body: { username, password } })
const profile = (as: string) => portal.call(calls.getProfile, { as })
const register = (body: object) => portal.call(calls.register, { body })
const NOTHING = {
  access_onbreak: false,
  onbreak_admin: false,
  access_mood: false,
  mood_admin: false,
  access_etl: false,
  access_reporting: false,
  isCEP: false,
  isCepManager: false,
  isCepDeptManager: false,
  empType: '',
  myManager: null,
  changed_password: true,
}

describe('signing in', () => {
  test('returns the session user with a new token, ignoring case and spaces around the address', async () => {
    const { status, body } = await signIn(' Ann@Example.COM ', ann.password)
    expect(status).toBe(200)
    expect(body).toEqual({
      _id: ann.id,
      id: ann.id,
      name: 'Ann',
      email: 'ann@example.com',
      isAdmin: false,
      deactivated: false,
      token: expect.stringMatching(/^[\w-]{43}$/),
      permissions: NOTHING,
    })
    expect((await profile(body.token)).status).toBe(200)
    expect(body.token).not.toBe((await signIn('ann@example.com', ann.password)).body.token)
  })

  test('answers an unknown address, a wrong password and a deactivated account with the same 401', async () => {
    const gone = await portal.addUser({ deactivated: true })
    const answers = await Promise.all([
      signIn('nobody@example.com', ann.password),
      signIn(ann.email, 'not the password'),
      signIn(gone.email, gone.password),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer')
      expect(body).toEqual(answers[0].body)
    }
  })

  test('still works for everybody else if one stored hash is broken', async () => {
    const eve = await portal.addUser()
    const { db } = portal.deps
    await db.updateTable('user').set({ password_hash: 'broken' }).where('id', '=', eve.id).execute()
    for (let attempt = 0; attempt < 4; attempt++)
      expect((await signIn(eve.email, eve.password)).status).toBeGreaterThanOrEqual(400)
    expect((await signIn(ann.email, ann.password)).status).toBe(200)
  })

  test('stores no token in plain text', async () => {
    const { token } = (await signIn(ann.email, ann.password)).body
    const rows = await portal.deps.db.selectFrom('session').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([{}, { username: 'a@example.com' }, { username: '', password: 'x' }, { username: 7, password: 'x' }])(
    'refuses %j with 400',
    async (body) => expect((await portal.call(calls.login, { body })).status).toBe(400),
  )
})

describe('failed sign-ins', () => {
  const START = '2026-03-05T10:00:00.000Z'
  beforeEach(() => portal.setNow(START))
  /** A password with a real hash, which takes as long to check as in production: attempts sent at once overlap. */
  const SLOW = 'takes its time'
  /** Records a failure without the time that checking a password takes. */
  const fail = async (email: string, address: string, at = START) =>
    (await attemptSignIn(portal.deps, email, address, at)).fail()
  /** Makes `count` failures from this address at time `at`. Only the first and the last are real calls. */
  async function failures(count: number, email: string, at = START): Promise<void> {
    portal.setNow(at)
    const isRefused = async (of: string) => expect((await signIn(of, 'not the password')).status).toBe(401)
    await isRefused(email.toUpperCase())
    for (let failure = 2; failure < count; failure++) await fail(email, '127.0.0.1', at)
    await isRefused(email)
  }

  test.each([
    ['an account', 'ann@example.com'],
    ['an account that does not exist', 'nobody@example.com'],
  ])('ten block %s for 15 minutes, even with the right password', async (_, email) => {
    await failures(10, email)
    portal.setNow('2026-03-05T10:05:00.000Z')
    for (const password of ['not the password', ann.password]) {
      const { status, headers, body } = await signIn(email, password)
      expect(status).toBe(429)
      expect(headers['retry-after']).toBe('600')
      expect(body.detail).toContain('10 minutes')
    }
    const other = await portal.addUser()
    expect((await signIn(other.email, other.password)).status).toBe(200)
    portal.setNow('2026-03-05T10:14:59.999Z')
    expect((await signIn(email, ann.password)).status).toBe(429)
    portal.setNow('2026-03-05T10:15:00.000Z')
    expect((await signIn(email, ann.password)).status).toBe(email === ann.email ? 200 : 401)
  })

  test('block until 15 minutes after the oldest of the ten', async () => {
    await failures(5, ann.email, '2026-03-05T10:00:00.000Z')
    await failures(5, ann.email, '2026-03-05T10:10:00.000Z')
    portal.setNow('2026-03-05T10:12:00.000Z')
    expect((await signIn(ann.email, ann.password)).headers['retry-after']).toBe('180')
  })

  test('recorded by a clock a year ahead stop blocking once the clock is right, and are purged', async () => {
    await failures(10, ann.email, '2027-03-05T10:00:00.000Z')
    expect((await signIn(ann.email, ann.password)).status).toBe(429)
    portal.setNow('2026-03-05T10:00:00.000Z')
    expect((await signIn(ann.email, ann.password)).status).toBe(200)
    const recent = { at: '2026-03-05T09:59:00.000Z' }
    await fail(ann.email, '127.0.0.1', recent.at)
    await purge(portal.deps, '2026-03-05T10:00:00.000Z')
    expect(await portal.deps.db.selectFrom('sign_in_failure').select('at').execute()).toEqual([recent])
  })

  test('do not include attempts answered with 429, and are not reset by a successful sign-in', async () => {
    for (let failure = 1; failure <= 9; failure++) await fail(ann.email, '10.0.0.1')
    expect((await signIn(ann.email, ann.password)).status).toBe(200)
    portal.setNow('2026-03-05T10:01:00.000Z')
    expect((await signIn(ann.email, 'not the password')).status).toBe(401)
    for (let refusal = 1; refusal <= 3; refusal++)
      expect((await signIn(ann.email, 'not the password')).status).toBe(429)
    portal.setNow('2026-03-05T10:15:00.000Z')
    // Nine have expired; only the tenth counts.
    expect((await signIn(ann.email, ann.password)).status).toBe(200)
  })

  test('fifty from one IP address block it for every account, and no other address', async () => {
    for (let failure = 1; failure <= 49; failure++) await fail(`guess${failure}@example.com`, '127.0.0.1')
    expect((await signIn('guess50@example.com', 'not the password')).status).toBe(401)
    const closed = await signIn(ann.email, ann.password)
    expect(closed.status).toBe(429)
    expect(closed.headers['retry-after']).toBe('900')
    const elsewhere = await portal.app.inject({
      method: 'POST',
      url: calls.login.path,
      remoteAddress: '10.1.2.3',
      payload: { username: ann.email, password: ann.password },
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('fifty from one IPv6 network block all its addresses, and no other network', async () => {
    for (let failure = 1; failure <= 50; failure++)
      await fail(`guess${failure}@example.com`, `2001:db8:1:2::${failure}`)
    const from = async (remoteAddress: string, password = ann.password) => {
      const payload = { username: ann.email, password }
      return (await portal.app.inject({ method: 'POST', url: calls.login.path, remoteAddress, payload })).statusCode
    }
    expect(await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(429)
    for (const [password, status] of [['not the password', 401] as const, [ann.password, 200] as const])
      expect(await from('2001:db8:1:3::1', password)).toBe(status)
  })

  test('sent at once are counted one by one: ten of twenty get 401, the others 429', async () => {
    const { email } = await portal.addUser({ password: SLOW })
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'not the password')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('nine do not block twelve simultaneous sign-ins with the right password', async () => {
    const { email } = await portal.addUser({ password: SLOW })
    for (let failure = 1; failure <= 9; failure++) await fail(email, '10.0.0.1')
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, SLOW)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  test('are deleted by the purge after 15 minutes', async () => {
    await fail(ann.email, '10.0.0.1')
    await purge(portal.deps, '2026-03-05T10:15:00.000Z')
    expect(await portal.deps.db.selectFrom('sign_in_failure').selectAll().execute()).toEqual([])
  })
})

describe('registering', () => {
  const EVE = { name: ' Eve ', email: 'Eve@Example.com', password: 'secret secret' }

  test('creates a user without any permission and signs them in', async () => {
    const { status, body } = await register(EVE)
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Eve', email: 'eve@example.com', isAdmin: false, permissions: NOTHING })
    expect(body.permissions).toEqual(NOTHING)
    expect((await profile(body.token)).body._id).toBe(body._id)
    expect((await signIn('eve@example.com', 'secret secret')).status).toBe(200)
  })

  test('refuses a taken address in any case, also when two requests arrive at once', async () => {
    const taken = await register({ ...EVE, email: 'ANN@example.com' })
    expect(taken.status).toBe(400)
    expect(taken.body.fields).toHaveProperty('email')
    const both = await Promise.all([register(EVE), register(EVE)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test.each([
    { password: '1234567' },
    { password: 'x'.repeat(1_025) },
    { password: 'é'.repeat(513) },
    { name: ' ' },
    { name: 'x'.repeat(151) },
    { email: 'eve' },
    { email: `${'e'.repeat(250)}@example.com` },
    { isAdmin: true },
  ])('refuses %j', async (wrong) => {
    const { status, body } = await register({ ...EVE, ...wrong })
    expect(status).toBe(400)
    expect(body.detail).toMatch(/\.$/)
    expect((await portal.deps.db.selectFrom('user').selectAll().execute()).length).toBe(1)
  })

  describe('FOYER_REGISTER', () => {
    const open = async (rule: Config['register']) => {
      await portal.close()
      portal = await openPortal({ config: { register: rule } })
    }

    test('closed refuses a registration with 403', async () => {
      await open({ mode: 'closed' })
      const { status, body } = await register(EVE)
      expect(status).toBe(403)
      expect(body.detail).toContain('closed')
    })

    test('domains accepts the listed domains, and refuses other domains and subdomains with 403', async () => {
      await open({ mode: 'domains', domains: ['example.com', 'example.org'] })
      expect((await register(EVE)).status).toBe(201)
      expect((await register({ ...EVE, email: 'eve@EXAMPLE.org' })).status).toBe(201)
      for (const email of ['eve@sub.example.com', 'eve@badexample.com', 'eve@example.com.evil.net'])
        expect((await register({ ...EVE, email })).status, email).toBe(403)
    })
  })
})

describe('sessions', () => {
  test('logging out ends the session of that token only', async () => {
    const other = (await signIn(ann.email, ann.password)).body.token
    expect((await portal.call(calls.logout, { as: ann.token })).status).toBe(204)
    expect((await profile(ann.token)).status).toBe(401)
    expect((await profile(other)).status).toBe(200)
  })

  test('expire after 14 days without use', async () => {
    portal.setNow('2026-01-01T00:00:00.000Z')
    const eve = await portal.addUser()
    portal.setNow('2026-01-14T23:59:59.000Z')
    expect((await profile(eve.token)).status).toBe(200)
    portal.setNow('2026-01-28T23:59:58.000Z')
    expect((await profile(eve.token)).status).toBe(200)
    portal.setNow('2026-02-11T23:59:58.000Z')
    const { status, headers } = await profile(eve.token)
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  test('expire after 90 days even if used, and are then purged', async () => {
    const start = Date.parse('2026-01-01T00:00:00.000Z')
    const day = (days: number) => new Date(start + days * 86_400_000).toISOString()
    portal.setNow(day(0))
    const eve = await portal.addUser()
    for (let days = 10; days < 90; days += 10) {
      portal.setNow(day(days))
      expect((await profile(eve.token)).status, `day ${days}`).toBe(200)
    }
    portal.setNow(day(89.999))
    expect((await profile(eve.token)).status).toBe(200)
    portal.setNow(day(90))
    expect((await profile(eve.token)).status).toBe(401)
    await purge(portal.deps, day(90))
    expect(await portal.deps.db.selectFrom('session').selectAll().where('user_id', '=', eve.id).execute()).toEqual([])
  })

  test('of a deactivated user are refused with 401', async () => {
    await portal.deps.db.updateTable('user').set({ deactivated: 1 }).where('id', '=', ann.id).execute()
    expect((await profile(ann.token)).status).toBe(401)
  })

  test.each(['', 'Bearer', 'Bearer ', 'Bearer nonsense', 'Basic YTpi', 'Token TOKEN'])(
    'the Authorization header “%s” is refused with 401',
    async (authorization) => {
      const value = authorization.replace('TOKEN', ann.token)
      expect((await portal.call(calls.getProfile, { headers: { authorization: value } })).status).toBe(401)
    },
  )
})
