/** The worker sends waiting rows while no page is open, and then sets the number on the app's icon. */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type OutboxDb, openDb } from '#src/offline/db.ts'
import { type Change, enqueue, putSession } from '#src/offline/outbox.ts'
import { json, record } from '#tests/offline/outbox-device.ts'
import { sendWaiting } from './replay.ts'

const ADA = 7
const device = { now: Date.now, random: Math.random, uuid: () => crypto.randomUUID() }
const change = (customMessage: string, userId = ADA): Change => ({
  ...{ userId, entity: `break:${customMessage}`, target: `break:${customMessage}`, kind: 'break.set' },
  ...{ call: 'PUT /api/onbreak/update/', params: {}, baseRev: null },
  body: { status: false, breakType: 'Lunch', customMessage },
})

let db: OutboxDb
let held: Promise<unknown>
const badge = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) }
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
/** One holder at a time, as in the browser. */
const locks = {
  request: vi.fn((_name: string, _options: object, work: () => Promise<unknown>) => {
    held = held.then(work)
    return held
  }),
}

beforeEach(async () => {
  db = openDb()
  await db.open()
  held = Promise.resolve()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('navigator', { locks, ...badge })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  send.mockReset()
  await db.delete()
})

const signIn = (over = {}) => putSession(db, { userId: ADA, token: 'a token', maySend: true, ...over })
const answers = (status: number, headers = {}) =>
  send.mockImplementation(async () => json(status === 200 ? { ...record, rev: 7 } : { detail: 'No.' }, status, headers))
const states = async () => (await db.outbox.toArray()).map(({ state }) => state)

test('sends the person’s waiting rows, also those that failed before, and clears the icon', async () => {
  await signIn()
  const soup = await enqueue(db, change('Soup'), device)
  await enqueue(db, change('Another’s', 8), device)
  await db.outbox.update(soup.seq, { attempts: 3, lastError: 'unreachable', nextAt: Date.now() + 60_000 })
  await enqueue(db, change('Salad'), device)
  answers(200)
  await sendWaiting()
  const sent = send.mock.calls.map(([url, { method, headers, body }]) => ({ url, method, headers, body }))
  expect(sent.map(({ body }) => JSON.parse(String(body)).customMessage)).toEqual(['Soup', 'Salad'])
  expect(sent[0]).toMatchObject({ url: '/api/onbreak/update/', method: 'PUT' })
  expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer a token', 'Idempotency-Key': soup.key })
  expect(await states()).toEqual(['acked', 'pending', 'acked'])
  expect(badge.clearAppBadge).toHaveBeenCalledOnce()
  expect(badge.setAppBadge).not.toHaveBeenCalled()
})

test.each([
  ['the portal is out of reach', () => send.mockRejectedValue(new TypeError('no network'))],
  ['the portal is busy', () => answers(503, { 'retry-after': '60' })],
])('where %s it asks the browser to try again and shows the count on the icon', async (_, unanswered) => {
  await signIn({ overdue: 2 })
  await enqueue(db, change('Soup'), device)
  unanswered()
  await expect(sendWaiting()).rejects.toThrow('Something still waits to be sent.')
  expect(badge.setAppBadge).toHaveBeenCalledWith(3)
})

test('counts a refused row on the icon and does not retry it', async () => {
  await signIn()
  await enqueue(db, change('Soup'), device)
  answers(409)
  await sendWaiting()
  expect(await states()).toEqual(['rejected'])
  expect(badge.setAppBadge).toHaveBeenCalledWith(1)
})

test('tasks that are overdue stay on the icon when all is sent', async () => {
  await signIn({ overdue: 2 })
  await enqueue(db, change('Soup'), device)
  answers(200)
  await sendWaiting()
  expect(badge.setAppBadge).toHaveBeenCalledWith(2)
})

test.each([
  ['nobody is signed in', async () => {}],
  ['the password must be changed first', () => signIn({ maySend: false })],
])('where %s nothing is sent, and it is not tried again', async (_, session) => {
  await session()
  await enqueue(db, change('Soup'), device)
  answers(200)
  await sendWaiting()
  expect(send).not.toHaveBeenCalled()
})

test('stops between two changes before the browser ends the event, and asks to be woken again', async () => {
  await signIn()
  for (const word of ['Soup', 'Salad', 'Cake']) await enqueue(db, change(word), device)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  send.mockImplementation(async () => {
    vi.setSystemTime(Date.now() + 100_000)
    return json({ ...record, rev: 7 })
  })
  await expect(sendWaiting()).rejects.toThrow('Something still waits to be sent.')
  expect(await states()).toEqual(['acked', 'acked', 'pending'])
})

test('keeps the rows for the person when the session has ended', async () => {
  await signIn()
  await enqueue(db, change('Soup'), device)
  answers(401)
  await sendWaiting()
  expect([send.mock.calls.length, await states()]).toEqual([1, ['pending']])
})

test('while a tab sends, the worker waits for its turn', async () => {
  await signIn()
  await enqueue(db, change('Soup'), device)
  answers(200)
  let letGo = () => {}
  held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const sending = sendWaiting()
  await vi.waitFor(() => expect(locks.request.mock.calls.map(([name]) => name)).toEqual(['outbox']), 10_000)
  expect(send).not.toHaveBeenCalled()
  letGo()
  await sending
  expect(send).toHaveBeenCalledOnce()
})

test('sends even if the browser has no badge or forbids it', async () => {
  await signIn()
  answers(200)
  await enqueue(db, change('Soup'), device)
  badge.clearAppBadge.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await sendWaiting()
  await enqueue(db, change('Salad'), device)
  vi.stubGlobal('navigator', { locks })
  await sendWaiting()
  expect(await states()).toEqual(['acked', 'acked'])
})
