/** Wrong input of any kind is answered with a 4xx and a sentence, never a fault, and writes nothing (wire.md §1). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallDeclaration, callId, fillPath } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ofFlags } from '#contract/who.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { ALLOWS_NO_BODY, GOOD, IGNORES_UNKNOWN_FIELDS, withBody } from './good-bodies.ts'

const NUL = 'a\u0000b'
const LONE_SURROGATE = 'a\ud83d'

/** Values that are wrong for every field. */
const WRONG_VALUES: readonly (readonly [string, unknown])[] = [
  ['an object', { nested: { deeper: [] } }],
  ['a list', [[1]]],
  ['a NUL byte', NUL],
  ['half a surrogate pair', LONE_SURROGATE],
  ['a huge number', 1e300],
  ['a fraction', 1.5],
]

let portal: Portal
let token: string
let id: number

beforeAll(async () => {
  portal = await openPortal()
  const flags = { ...ofFlags(true), isCepDeptManager: false }
  const user = await portal.addUser({ isAdmin: true, flags })
  token = user.token
  id = user.id
})
afterAll(() => portal.close())

type Written = Record<string, unknown>

/** Returns the revision and the row counts that any write would change. */
async function written(): Promise<Written> {
  const { db } = portal.deps
  const rev = (await db.selectFrom('revision').select('rev').executeTakeFirstOrThrow()).rev
  const count = async (table: 'user' | 'session' | 'idempotency' | 'break_log' | 'application' | 'change' | 'audit') =>
    (await db.selectFrom(table).selectAll().execute()).length
  return {
    rev,
    users: await count('user'),
    sessions: await count('session'),
    keys: await count('idempotency'),
    log: await count('break_log'),
    applications: await count('application'),
    changes: await count('change'),
    audit: await count('audit'),
  }
}

async function send(call: CallDeclaration, payload: string, type = 'application/json') {
  const answer = await portal.app.inject({
    method: call.method,
    url: fillPath(call.path, { id }),
    headers: {
      'content-type': type,
      ...(call.who.tokens.length > 0 ? { authorization: `Bearer ${token}` } : {}),
      'idempotency-key': crypto.randomUUID(),
    },
    payload,
  })
  let body: { detail?: unknown } = {}
  try {
    body = JSON.parse(answer.body)
  } catch {
    // Not JSON: `detail` stays undefined, which fails the test.
  }
  return { status: answer.statusCode, detail: body.detail }
}

/** Sends a wrong payload; expects one of these statuses, a sentence, and an unchanged database. */
async function expectRefused(call: CallDeclaration, payload: string, statuses: readonly number[], what: string) {
  const before = await written()
  const { status, detail } = await send(call, payload)
  const label = `${callId(call)}: ${what}`
  expect(statuses, `${label} answered ${status} ${String(detail)}`).toContain(status)
  expect(detail, label).toMatch(/\S.*[.!]$/)
  expect(await written(), label).toEqual(before)
}

test('every call with a body has a sample body', () => {
  expect(withBody.map(callId).filter((each) => !(each in GOOD))).toEqual([])
  expect(withBody.length).toBeGreaterThan(10)
})

describe.each(withBody.map((call) => [callId(call), call] as const))('%s', (name, call) => {
  const good = GOOD[name] as Record<string, unknown>

  test('refuses a body that is invalid JSON or of the wrong type', async () => {
    for (const payload of ['{', 'null', '7', '"text"', '[1]', 'undefined', '{"__proto__":{"x":1}}'])
      if (payload !== 'null' || !ALLOWS_NO_BODY.has(name)) await expectRefused(call, payload, [400], payload)
  })

  test.runIf(!IGNORES_UNKNOWN_FIELDS.has(name))('refuses a field that the call does not know', async () => {
    await expectRefused(call, JSON.stringify({ ...good, isRoot: true }), [400], 'unknown field')
  })

  test.runIf(IGNORES_UNKNOWN_FIELDS.has(name))(
    'refuses a value that cannot be stored, even in an ignored field',
    async () => {
      const withMore = (more: string) => {
        const field = (part: object) => ({ ...part, more: 'MORE' })
        return JSON.stringify(Array.isArray(good) ? good.map(field) : field(good)).replaceAll('"MORE"', more)
      }
      for (const more of ['1e999', '[-1e999]', JSON.stringify(NUL), JSON.stringify(LONE_SURROGATE)])
        await expectRefused(call, withMore(more), [400], more)
    },
  )

  test.each(WRONG_VALUES)('refuses a field that is %s', async (what, wrong) => {
    for (const field of Object.keys(good))
      await expectRefused(call, JSON.stringify({ ...good, [field]: wrong }), [400], `${field} is ${what}`)
  })

  test('refuses a body of 10 MB', async () => {
    const payload = JSON.stringify({ ...good, pad: 'x'.repeat(10_000_000) })
    await expectRefused(call, payload, [413], '10 MB')
  })

  test('refuses a form-urlencoded body', async () => {
    const before = await written()
    const { status, detail } = await send(call, 'name=Eve', 'application/x-www-form-urlencoded')
    expect([400, 415]).toContain(status)
    expect(detail).toMatch(/\.$/)
    expect(await written()).toEqual(before)
  })
})

test('answers 404 to an id of 5,000 digits, and 401 without a token', async () => {
  const url = `/api/onbreak/get/${'9'.repeat(5_000)}/`
  expect((await portal.app.inject({ url })).statusCode).toBe(401)
  expect((await portal.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(404)
})

test('refuses invalid ids in a path and invalid values in a query', async () => {
  const read = (url: string) => portal.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  for (const wrong of ['0', '-1', '1.5', 'abc', '99999999999', '%00', '1e3', '%ff', '01'])
    for (const path of [`/api/onbreak/get/${wrong}/`, `/api/applications/${wrong}`, `/api/users/perms/${wrong}/`]) {
      const { statusCode, body } = await read(path)
      expect([400, 404], `${path} ${statusCode}`).toContain(statusCode)
      expect(JSON.parse(body).detail, path).toMatch(/\.$/)
    }
  for (const query of ['page=0', 'page=x', 'page=1&page=2', 'keyword=%00', `keyword=${'x'.repeat(151)}`]) {
    const { statusCode, body } = await read(`/api/applications/?${query}`)
    expect(statusCode, query).toBe(400)
    expect(JSON.parse(body).detail, query).toMatch(/\.$/)
  }
  for (const query of [
    'person=0',
    'person=x',
    'person=1&person=2',
    'person=99999999999',
    'kind=nothing',
    'kind=',
    'kind=sign-in&kind=sign-out',
    'kind=toString',
    'before=-1',
    'limit=1.5',
    'limit=%00',
  ]) {
    const { statusCode, body } = await read(`/api/audit/?${query}`)
    expect(statusCode, query).toBe(400)
    expect(JSON.parse(body).detail, query).toMatch(/\.$/)
  }
})

test('refuses headers that are not a valid time, number or UUID', async () => {
  const call = calls.find((each) => callId(each) === 'PUT /api/onbreak/update/')
  if (!call) throw new Error('there is no such call')
  for (const headers of [
    { 'occurred-at': 'noon' },
    { 'sent-at': '12' },
    { 'base-rev': '1.5' },
    { 'idempotency-key': 'x' },
  ]) {
    const before = await written()
    const answer = await portal.app.inject({
      method: 'PUT',
      url: call.path,
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: { status: false, breakType: 'Lunch' },
    })
    expect(answer.statusCode, JSON.stringify(headers)).toBe(400)
    expect(await written()).toEqual(before)
  }
})
