import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDb } from '#src/offline/db.ts'
import { putSession } from '#src/offline/outbox.ts'
import { openFrom, reportPendingSubscription, resubscribe, showPush } from './push.ts'

const tabOf = (over: object = {}) => ({
  url: 'http://portal.test/profile',
  focused: false,
  visibilityState: 'hidden',
  postMessage: vi.fn(),
  focus: vi.fn(),
  ...over,
})
const showNotification = vi.fn()
const subscribe = vi.fn()
const openWindow = vi.fn()
const send = vi.fn()
const getSubscription = vi.fn()
/** Content of the one cache that is used here; null while there is none. */
let untold: Map<string, Response> | null
let tabs: ReturnType<typeof tabOf>[]
const worker = {
  registration: { showNotification, pushManager: { subscribe, getSubscription } as unknown as PushManager },
  clients: { matchAll: async () => tabs, openWindow },
}

beforeEach(() => {
  tabs = []
  vi.stubGlobal('fetch', send)
  send.mockResolvedValue({ status: 201 })
  untold = null
  vi.stubGlobal('caches', {
    async open() {
      untold ??= new Map()
      return { put: async (key: string, answer: Response) => void untold?.set(key, answer) }
    },
    match: async (key: string) => untold?.get(key)?.clone(),
    async delete() {
      untold = null
    },
  })
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const notification = () => ({ close: vi.fn(), data: { path: '/app/etl?tab=failed' } }) as unknown as Notification
const subscription = (endpoint: string) =>
  ({
    options: { applicationServerKey: new ArrayBuffer(65) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
  }) as unknown as PushSubscription

test('a push is shown, even one that says nothing', async () => {
  await showPush(worker, null)
  await showPush(
    worker,
    JSON.stringify({ title: 'shop: failed', body: 'load failed.', tag: 'etl shop', url: '/app/etl?tab=failed' }),
  )
  expect(showNotification.mock.calls).toMatchObject([
    ['Foyer', { tag: 'foyer', data: { path: '/' } }],
    ['shop: failed', { body: 'load failed.', tag: 'etl shop', renotify: true, data: { path: '/app/etl?tab=failed' } }],
  ])
})

test('a tap leads the visible tab to the screen, without a reload', async () => {
  const seen = tabOf({ visibilityState: 'visible' })
  tabs = [tabOf(), seen]
  const tapped = notification()
  await openFrom(worker, tapped)
  expect(tapped.close).toHaveBeenCalled()
  expect(seen.postMessage).toHaveBeenCalledWith({ type: 'OPEN', path: '/app/etl?tab=failed' })
  expect(seen.focus).toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

test('a tap opens a tab where there is none', async () => {
  await openFrom(worker, notification())
  expect(openWindow).toHaveBeenCalledWith('/app/etl?tab=failed')
})

test('a tap never leads a wall away, even a focused one', async () => {
  const wall = tabOf({ url: 'http://portal.test/app/onbreak/wall', focused: true, visibilityState: 'visible' })
  tabs = [wall]
  await openFrom(worker, notification())
  const other = tabOf()
  tabs = [wall, other]
  await openFrom(worker, notification())
  expect(wall.postMessage).not.toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledOnce()
  expect(other.postMessage).toHaveBeenCalledOnce()
})

test('a subscription that the browser has changed is told to the server, as long as somebody is signed in', async () => {
  subscribe.mockResolvedValue(subscription('https://push.example/new'))
  await resubscribe(worker, subscription('https://push.example/old'), null)
  expect(send).not.toHaveBeenCalled()

  const db = openDb()
  // The server accepts nothing else until the password is changed.
  await putSession(db, { userId: 7, token: 'a token', maySend: false })
  await resubscribe(worker, subscription('https://push.example/old'), null)
  expect(send).not.toHaveBeenCalled()
  await putSession(db, { userId: 7, token: 'a token', maySend: true })
  db.close()
  await resubscribe(worker, subscription('https://push.example/old'), null)
  await resubscribe(worker, null, subscription('https://push.example/given'))
  // The token must not leak to anybody else.
  expect(send.mock.calls.map(([, { redirect }]) => redirect)).toEqual(['error', 'error'])
  expect(
    send.mock.calls.map(([path, { method, headers, body }]) => [
      path,
      method,
      headers.Authorization,
      JSON.parse(body).endpoint,
    ]),
  ).toEqual([
    ['/api/notifications/devices/', 'POST', 'Bearer a token', 'https://push.example/new'],
    ['/api/notifications/devices/', 'POST', 'Bearer a token', 'https://push.example/given'],
  ])
})

/** The key as the portal tells it: 65 bytes in base64url. */
const PUBLIC_KEY = `B${'A-_'.repeat(28)}AA`

test('subscribes anew with the portal’s key where the browser tells nothing of the lost subscription', async () => {
  subscribe.mockResolvedValue(subscription('https://push.example/new'))
  const db = openDb()
  await db.session.clear()
  await resubscribe(worker, null, null)
  expect(send).not.toHaveBeenCalled()
  await putSession(db, { userId: 7, token: 'a token', maySend: true })
  db.close()
  getSubscription.mockResolvedValue(null)
  send.mockRejectedValueOnce(new TypeError('No line.'))
  await expect(resubscribe(worker, null, null)).rejects.toThrow()
  send.mockResolvedValueOnce(new Response('<html>Sign in to the Wi-Fi'))
  await expect(reportPendingSubscription(worker)).rejects.toThrow()
  expect(subscribe).not.toHaveBeenCalled()
  send.mockResolvedValueOnce(Response.json({ publicKey: PUBLIC_KEY }))
  await reportPendingSubscription(worker)
  await reportPendingSubscription(worker)
  expect(subscribe).toHaveBeenCalledOnce()
  const [{ applicationServerKey, userVisibleOnly }] = subscribe.mock.calls[0] ?? []
  expect([Buffer.from(applicationServerKey).toString('base64url'), userVisibleOnly]).toEqual([PUBLIC_KEY, true])
  expect(send.mock.calls.map(([path, { method, headers }]) => [path, method, headers.Authorization])).toEqual([
    ['/api/notifications/', 'GET', 'Bearer a token'],
    ['/api/notifications/', 'GET', 'Bearer a token'],
    ['/api/notifications/', 'GET', 'Bearer a token'],
    ['/api/notifications/devices/', 'POST', 'Bearer a token'],
  ])
})

test('reports a changed subscription later if the server could not be told, but for nobody else', async () => {
  const db = openDb()
  await putSession(db, { userId: 7, token: 'a token', maySend: true })
  const [old, now] = ['old', 'now'].map((name) => subscription(`https://push.example/${name}`))
  const told = () => send.mock.calls.map(([, { body }]) => JSON.parse(body).endpoint)
  getSubscription.mockResolvedValue(now)
  await reportPendingSubscription(worker)
  expect(told()).toEqual([])

  send.mockRejectedValueOnce(new TypeError('No line.'))
  await expect(resubscribe(worker, old ?? null, now ?? null)).rejects.toThrow()
  send.mockResolvedValueOnce({ status: 503 })
  await expect(reportPendingSubscription(worker)).rejects.toThrow()
  await reportPendingSubscription(worker)
  await reportPendingSubscription(worker)
  expect(told()).toEqual(Array.from({ length: 3 }, () => 'https://push.example/now'))

  send.mockRejectedValueOnce(new TypeError('No line.'))
  await expect(resubscribe(worker, old ?? null, now ?? null)).rejects.toThrow()
  await putSession(db, { userId: 8, token: 'another token', maySend: true })
  db.close()
  await reportPendingSubscription(worker)
  expect(told()).toHaveLength(4)
})

test('reports a subscription later if the portal was too busy, but not before the password is changed', async () => {
  const db = openDb()
  const as = (maySend: boolean) => putSession(db, { userId: 7, token: 'a token', maySend })
  const now = subscription('https://push.example/now')
  getSubscription.mockResolvedValue(now)
  await as(true)
  send.mockResolvedValueOnce({ status: 429 })
  await expect(resubscribe(worker, null, now)).rejects.toThrow()
  await as(false)
  await reportPendingSubscription(worker)
  expect(send).toHaveBeenCalledTimes(1)
  await as(true)
  db.close()
  await reportPendingSubscription(worker)
  expect(send).toHaveBeenCalledTimes(2)
})

test('keeps a subscription to report while the store cannot be read', async () => {
  const now = subscription('https://push.example/now')
  getSubscription.mockResolvedValue(now)
  const db = openDb()
  await putSession(db, { userId: 7, token: 'a token', maySend: true })
  send.mockResolvedValueOnce({ status: 500 })
  await expect(resubscribe(worker, null, now)).rejects.toThrow()
  await db.delete()
  await expect(reportPendingSubscription(worker)).rejects.toThrow()

  const anew = openDb()
  await putSession(anew, { userId: 7, token: 'a token', maySend: true })
  anew.close()
  await reportPendingSubscription(worker)
  expect(send).toHaveBeenCalledTimes(2)
})

test('creates a subscription later that could not be created without a line', async () => {
  const db = openDb()
  await putSession(db, { userId: 7, token: 'a token', maySend: true })
  db.close()
  getSubscription.mockResolvedValue(null)
  subscribe.mockRejectedValueOnce(new DOMException('No line.', 'AbortError'))
  await expect(resubscribe(worker, subscription('https://push.example/old'), null)).rejects.toThrow()
  subscribe.mockResolvedValue(subscription('https://push.example/late'))
  await reportPendingSubscription(worker)
  const [, options] = send.mock.calls.at(-1) ?? []
  expect(JSON.parse(options.body).endpoint).toBe('https://push.example/late')
  expect(new Uint8Array(subscribe.mock.calls.at(-1)?.[0].applicationServerKey)).toHaveLength(65)
})

test('does not lead a page that the server renders: it would not listen', async () => {
  tabs = [tabOf({ url: 'http://portal.test/app/api-docs', focused: true, visibilityState: 'visible' })]
  await openFrom(worker, { close: vi.fn(), data: { path: '/app/mood-report' } } as unknown as Notification)
  expect(openWindow).toHaveBeenCalledWith('/app/mood-report')
})
