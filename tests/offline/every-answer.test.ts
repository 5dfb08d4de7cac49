/** Every answer that a row can get, through the real drain: the table of answers of offline.md §2.5, copied by hand. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OutboxDb, openDb } from '#src/offline/db.ts'
import { drain } from '#src/offline/drain.ts'
import type { Device, DrainContext } from '#src/offline/drain-context.ts'
import { enqueue, putSession, rowsOf } from '#src/offline/outbox.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'
import { MAX_WAIT_MS, type Row } from '#src/offline/row.ts'
import { record } from './outbox-device.ts'

const ADA = 1
const START = Date.parse('2026-03-02T10:00:00.000Z')
/** 1 s · 2¹ · (0.5 + random / 2), where random is 1. */
const FIRST_BACKOFF = 2_000
const DETAIL = ' Kept “as it is” <b>5 & 6</b>:\nnot\ttrimmed — ünï. '

type Fate = 'accepted' | 'refused' | 'signIn' | 'busy' | 'waits'

/** Ranges of statuses; the first line that fits counts. `json` is the contract's shape, or {detail}. */
const TABLE: readonly (readonly [from: number, to: number, json: Fate, html: Fate, empty: Fate])[] = [
  [204, 205, 'waits', 'waits', 'waits'], // These may have no body, so the record is not in them.
  [200, 299, 'accepted', 'waits', 'waits'],
  [300, 399, 'waits', 'waits', 'waits'],
  [401, 401, 'signIn', 'waits', 'waits'],
  [407, 407, 'waits', 'waits', 'waits'], // From a proxy.
  [408, 408, 'busy', 'busy', 'busy'],
  [425, 425, 'busy', 'busy', 'busy'],
  [429, 429, 'busy', 'busy', 'busy'],
  [400, 499, 'refused', 'waits', 'waits'], // Without the portal's {detail} it is not the portal that refuses.
  [511, 511, 'waits', 'waits', 'waits'], // From a network that wants a sign-in of its own.
  [500, 599, 'busy', 'busy', 'busy'],
]

/** The columns that the fate changes; all others must stay as they were. */
const LEFT: Readonly<Record<Fate, (status: number) => Partial<Row>>> = {
  accepted: () => ({ state: 'acked', ackRev: 7, answer: { ...record, rev: 7 }, settledAt: START }),
  refused: (status) => ({ state: 'rejected', status, detail: DETAIL, settledAt: START }),
  signIn: () => ({ nextAt: 0 }),
  // No time was named: the row is sent when the line is back.
  busy: () => ({ nextAt: START + FIRST_BACKOFF, lastError: 'unreachable' }),
  waits: () => ({ nextAt: START + FIRST_BACKOFF, lastError: 'unreachable' }),
}

type Name = 'it' | 'other' | 'next'

/**
 * How the turn ends, and which rows are sent in it: the row itself, the other entity's, the next one of the same
 * entity.
 */
const TURN: Readonly<Record<Fate, { outcome: (nextAt: number) => object; sent: readonly Name[] }>> = {
  accepted: { outcome: () => ({ is: 'idle', next: null }), sent: ['it', 'next', 'other'] },
  refused: { outcome: () => ({ is: 'idle', next: null }), sent: ['it', 'next', 'other'] },
  signIn: { outcome: () => ({ is: 'signIn', token: 'secret' }), sent: ['it'] },
  busy: { outcome: (nextAt) => ({ is: 'idle', next: nextAt }), sent: ['it', 'other'] },
  waits: { outcome: () => ({ is: 'unreachable' }), sent: ['it'] },
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])
const PAGE = '<!doctype html><title>Sign in to the hotel’s network</title>'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(NO_BODY.has(status) ? null : JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } })
const html = (status: number) =>
  new Response(NO_BODY.has(status) ? null : PAGE, { status, headers: { 'content-type': 'text/html' } })
const accepted = () => json({ ...record, rev: 7 })
const refused = (status: number, headers?: Record<string, string>) => json({ detail: DETAIL }, status, headers)

type Answer = (init: RequestInit) => Response | Promise<Response>

let db: OutboxDb
const clock = { now: START }
const device: Device = { now: () => clock.now, random: () => 1, uuid: randomUUID }

beforeAll(() => {
  db = openDb(randomUUID())
})
afterAll(() => db.delete())
beforeEach(async () => {
  await putSession(db, { userId: ADA, token: 'secret', maySend: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const tap = (entity: string, status: boolean) =>
  enqueue(
    db,
    {
      userId: ADA,
      entity,
      target: entity,
      kind: 'break.set',
      call: 'PUT /api/onbreak/update/',
      params: {},
      body: { status },
      baseRev: 3,
    },
    device,
  )

/** A device with three rows, the first of which gets `answer` once; from then on the portal accepts everything. */
async function answeredWith(answer: Answer) {
  clock.now = START
  const taps: Readonly<Record<Name, Row>> = await db.transaction('rw', db.outbox, async () => {
    await db.outbox.clear()
    return { it: await tap('break:1', false), other: await tap('break:9', false), next: await tap('break:1', true) }
  })
  const names = new Map(Object.entries(taps).map(([name, { key }]) => [key, name]))
  const sent: string[] = []
  let once: Answer | null = answer
  const context: DrainContext = {
    db,
    device,
    calls: queuedCalls,
    locks: undefined,
    async send(_url, init) {
      const name = names.get((init.headers as Record<string, string>)['Idempotency-Key'] ?? '') ?? 'a stranger'
      sent.push(name)
      const given = name === 'it' ? once : null
      if (!given) return accepted()
      once = null
      return given(init)
    },
  }
  return { taps, sent, context, outcome: await drain(context) }
}

interface Expected {
  readonly status?: number
  /** Shown where the expectation fails. */
  readonly as?: string
  readonly left?: Partial<Row>
  /** Whether to check that a waiting row is sent again, too. */
  readonly again?: boolean
}

/** Checks all that the table says of a fate, for all three rows. */
async function expectFate(fate: Fate, answer: Answer, expected: Expected = {}) {
  const { status = 0, as = '', left = LEFT[fate](status), again = true } = expected
  const { taps, sent, context, outcome } = await answeredWith(answer)
  const wentOut = (name: Name) => (TURN[fate].sent.includes(name) ? { attempts: 1, ...LEFT.accepted(200) } : {})
  expect({ as, outcome, sent: [...sent].sort(), rows: await rowsOf(db, ADA) }).toEqual({
    as,
    outcome: TURN[fate].outcome(left.nextAt ?? 0),
    sent: TURN[fate].sent,
    rows: [
      { ...taps.it, attempts: 1, ...left },
      { ...taps.other, ...wentOut('other') },
      { ...taps.next, ...wentOut('next') },
    ],
  })
  if (!again || fate === 'accepted' || fate === 'refused') return
  // A waiting row is sent once more under its key, which the server may know already.
  clock.now += MAX_WAIT_MS
  sent.length = 0
  await drain(context)
  expect((await rowsOf(db, ADA)).map(({ key, state }) => [key, state])).toEqual(
    [taps.it, taps.other, taps.next].map(({ key }) => [key, 'acked']),
  )
  expect(sent.filter((name) => name === 'it')).toHaveLength(1)
}

const fatesOf = (status: number) => {
  const line = TABLE.find(([from, to]) => status >= from && status <= to)
  if (!line) throw new Error(`The table does not name ${status}.`)
  return { json: line[2], html: line[3], empty: line[4] }
}

describe('every status from 200 to 599, as the portal, as a page of somebody else, and with nothing', () => {
  for (const hundred of [200, 300, 400, 500])
    test(`${hundred} to ${hundred + 99}`, async () => {
      for (let status = hundred; status < hundred + 100; status++) {
        const fates = fatesOf(status)
        const portal = () => (status < 300 ? json({ ...record, rev: 7 }, status) : refused(status))
        await expectFate(fates.json, portal, { status, as: `${status} JSON` })
        await expectFate(fates.html, () => html(status), { status, as: `${status} HTML`, again: false })
        const nothing = () => new Response(null, { status })
        await expectFate(fates.empty, nothing, { status, as: `${status} empty`, again: false })
      }
    })
})

/** Makes a response that only a browser's own `fetch` can return. */
const posing = (response: Response, as: Partial<Record<'redirected' | 'type' | 'status' | 'ok', unknown>>) => {
  for (const [name, value] of Object.entries(as)) Object.defineProperty(response, name, { value })
  return response
}

/** A body that begins as it should and then ends as `end` decides. */
const begun = (status: number, text: string, end: (controller: ReadableStreamDefaultController) => void) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        end(controller)
      },
    }),
    { status, headers: JSON_TYPE },
  )
const cutOff = (status: number, text: string) =>
  begun(status, text, (controller) => controller.error(new TypeError('terminated')))

describe('anything that is no answer of the portal makes the row wait, and ends the turn', () => {
  const logEntry = { ...record, clockInTime: null, changedBy: null, rev: 7, status: undefined }
  const cases: Readonly<Record<string, Answer>> = {
    'a redirect that was followed': () => posing(accepted(), { redirected: true }),
    'a redirect that was followed to a refusal': () => posing(refused(409), { redirected: true }),
    'a redirect that was not followed': () =>
      posing(new Response(null), { type: 'opaqueredirect', status: 0, ok: false }),
    'a redirect, as fetch refuses it': ({ redirect }) =>
      redirect === 'error' ? Promise.reject(new TypeError('Failed to fetch')) : accepted(),
    'no network': () => Promise.reject(new TypeError('Failed to fetch')),
    'a rejection that is no Error': () => Promise.reject('offline'),
    'an error response': () => Response.error(),
    'an interim status, 101': () => posing(accepted(), { status: 101, ok: false }),
    'a captive portal': () => html(200),
    'the record, said to be HTML': () =>
      new Response(JSON.stringify({ ...record, rev: 7 }), { headers: { 'content-type': 'text/html' } }),
    'a page that is said to be JSON': () => new Response(PAGE, { headers: JSON_TYPE }),
    'a refusal that is said to be JSON': () => new Response(PAGE, { status: 409, headers: JSON_TYPE }),
    'JSON of a captive portal': () => json({ captive: true, 'user-portal-url': 'https://hotel.example/' }),
    'the record of another call': () => json(logEntry),
    'the record with one field of another type': () => json({ ...record, rev: '7' }),
    'the record in a list': () => json([{ ...record, rev: 7 }]),
    'the record in an envelope': () => json({ data: { ...record, rev: 7 } }),
    null: () => json(null),
    'a refusal with 200': () => json({ detail: DETAIL }),
    'a refusal of somebody else': () => json({ error: 'blocked by policy' }, 403),
    'a refusal whose detail is no sentence': () => json({ detail: [{ msg: 'no' }] }, 422),
    'a record that is cut off': () => cutOff(200, JSON.stringify({ ...record, rev: 7 }).slice(0, 40)),
    'a record that is whole, though the line breaks before the end': () =>
      cutOff(200, JSON.stringify({ ...record, rev: 7 })),
    'a record that ends too early without an error': () => begun(200, '{"_id":1,', (body) => body.close()),
    'a refusal that is cut off': () => cutOff(409, '{"detail":"Chang'),
    'a sign-in that is cut off': () => cutOff(401, '{"detail":"Pl'),
  }
  for (const [name, answer] of Object.entries(cases)) test(name, () => expectFate('waits', answer))
})

test('a 5xx that is cut off is a 5xx all the same', () => expectFate('busy', () => cutOff(503, '{"det')))

test('requests follow no redirect and are not cached', async () => {
  let init: RequestInit = {}
  await expectFate('accepted', (given) => {
    init = given
    return accepted()
  })
  expect(init).toMatchObject({ redirect: 'error', cache: 'no-store' })
})

describe('a stall ends after 15 s and counts as no answer', () => {
  const until = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const stalls: Readonly<Record<string, Answer>> = {
    'before the answer begins': ({ signal }) => until(signal),
    'in the middle of the record': ({ signal }) =>
      begun(200, '{"_id":1,', (body) => void until(signal).catch((reason) => body.error(reason))),
    'in the middle of a refusal': ({ signal }) =>
      begun(409, '{"detail":"Ch', (body) => void until(signal).catch((reason) => body.error(reason))),
  }
  for (const [name, answer] of Object.entries(stalls))
    test(name, async () => {
      // The runtime's own timer cannot be faked: this one fires after the request was sent.
      const limits: number[] = []
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
        limits.push(limit)
        const timer = new AbortController()
        setTimeout(() => timer.abort(new DOMException('The operation timed out.', 'TimeoutError')), 20)
        return timer.signal
      })
      await expectFate('waits', answer)
      expect(new Set(limits)).toEqual(new Set([15_000]))
    })
})

test('a long text gets more time on a slow line, but not so much that another tab steals the lock', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  const body = { moraleComment: 'ü'.repeat(20_000) }
  await db.outbox.clear()
  const kept = { userId: ADA, entity: 'mood:1', target: 'mood:1', kind: 'mood.submit', params: {}, baseRev: null }
  await enqueue(db, { ...kept, call: 'POST /api/mood/moodreport/', body }, device)
  await drain({ db, device, calls: queuedCalls, locks: undefined, send: async () => refused(400) })
  expect(limits).toHaveBeenCalledTimes(1)
  // 40,000 bytes need longer, but then another tab would take the sending one for frozen.
  expect(limits.mock.calls[0]?.[0]).toBe(20_000)
})

describe('Retry-After', () => {
  const at = (ms: number) => new Date(START + ms).toUTCString()
  /**
   * The wait in milliseconds: the row's own backoff if the header names no future time, since the row would be resent
   * in a loop.
   */
  const cases: readonly (readonly [header: string, wait: number])[] = [
    ['1', 1_000],
    ['20', 20_000],
    [' 20 ', 20_000],
    ['0', FIRST_BACKOFF],
    [at(90_000), 90_000],
    [at(0), FIRST_BACKOFF],
    [at(-90_000), FIRST_BACKOFF],
    ['600', MAX_WAIT_MS],
    ['601', MAX_WAIT_MS],
    ['999999999999999999999', MAX_WAIT_MS],
    [at(365 * 86_400_000), MAX_WAIT_MS],
    ['', FIRST_BACKOFF],
    ['soon', FIRST_BACKOFF],
    ['NaN', FIRST_BACKOFF],
    ['Infinity', FIRST_BACKOFF],
    ['9'.repeat(400), FIRST_BACKOFF],
    ['-5', FIRST_BACKOFF],
    ['-999999999', FIRST_BACKOFF],
    ['1.5', FIRST_BACKOFF],
    ['5, 10', FIRST_BACKOFF],
  ]
  for (const status of [429, 503])
    for (const [header, wait] of cases)
      test(`${status} ${header.slice(0, 30) || 'empty'}: ${wait / 1_000} s`, async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: START })
        const lastError = wait === FIRST_BACKOFF ? 'unreachable' : 'busy'
        const left: Partial<Row> = { nextAt: START + wait, lastError }
        await expectFate('busy', () => refused(status, { 'retry-after': header }), { left })
      })

  test('is ignored with an answer that is not the portal’s, and with a refusal', async () => {
    const headers = { 'retry-after': '300' }
    await expectFate('waits', () => new Response(PAGE, { status: 404, headers }))
    await expectFate('refused', () => refused(409, headers), { status: 409 })
  })
})
