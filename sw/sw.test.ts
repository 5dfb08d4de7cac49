/** The worker as a whole: which requests of a page it answers and from where, and how it reacts to events. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestDone } from '#src/offline/idb.ts'
import { startWorker } from '#tests/worker.ts'

const SHELL = '<html><meta name="application-name" content="Foyer" /></html>'
const MANIFEST = [
  { url: 'index.html', revision: 'r2' },
  { url: 'assets/first-1a2b.js', revision: null },
]
const BOARD = '/api/onbreak/board/'
const [ADA, BO] = [7, 8]

let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  const load = () => vi.importActual('./sw.ts')
  worker = await startWorker({ manifest: MANIFEST, cachedPaths: [BOARD, '/api/onbreak/get/:id/'], load })
})
beforeEach(() => offline())
afterEach(() => {
  vi.useRealTimers()
})

const answerOf = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })
const json = (body: unknown, status = 200) => answerOf(JSON.stringify(body), 'application/json', status)
const page = () => answerOf(SHELL, 'text/html')
const online = (answer: () => Response) => {
  worker.network.mockReset().mockImplementation(async () => answer())
}
const offline = () => {
  worker.network.mockReset().mockRejectedValue(new TypeError('no network'))
}

describe('a screen', () => {
  const open = async (path: string) => (await worker.ask(path, { mode: 'navigate' }).answer)?.text()
  const release = async () => {
    worker.network.mockImplementation(async ({ url }) =>
      url.endsWith('.js') ? answerOf('export {}', 'text/javascript') : page(),
    )
    await worker.happens('install')
  }

  test('is answered with the shell that was kept, whether or not there is a network', async () => {
    await release()
    online(() => answerOf('another release', 'text/html'))
    expect([await open('/app/onbreak'), await open('/app/onbreak?day=1')]).toEqual([SHELL, SHELL])
    offline()
    expect(await open('/login')).toBe(SHELL)
  })

  test('of somebody else comes from the network, and from the shell only without one', async () => {
    await release()
    online(() => answerOf('the wiki', 'text/html'))
    expect(await open('/app/wiki')).toBe('the wiki')
    offline()
    expect(await open('/app/wiki')).toBe(SHELL)
  })

  test('of somebody else comes from the network, however long it takes', async () => {
    await release()
    vi.useFakeTimers()
    const slow = new Promise<Response>((resolve) => setTimeout(resolve, 60_000, answerOf('the wiki', 'text/html')))
    worker.network.mockReset().mockReturnValue(slow)
    const answer = open('/app/wiki')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toBe('the wiki')
  })

  test('of a release that could not be loaded whole is not installed', async () => {
    online(() => answerOf('<html>Welcome to our network</html>', 'text/html'))
    await worker.stores.delete('workbox-precache-v2-https://portal.test/')
    await expect(worker.happens('install')).rejects.toThrow()
  })

  test('of a release whose page came from a server of the one before is not installed', async () => {
    const old = SHELL.replace('</html>', '<script src="/assets/first-0f0f.js"></script></html>')
    worker.network.mockImplementation(async ({ url }) =>
      url.endsWith('.js') ? answerOf('export {}', 'text/javascript') : answerOf(old, 'text/html'),
    )
    await worker.stores.delete('workbox-precache-v2-https://portal.test/')
    await expect(worker.happens('install')).rejects.toThrow()
    // Once all servers are updated.
    await release()
    expect(await open('/app/onbreak')).toBe(SHELL)
  })

  test('of an older release goes once this one leads', async () => {
    await release()
    await worker.stores.open('shell-r1')
    await worker.happens('activate')
    expect(await worker.stores.keys()).not.toContain('shell-r1')
    expect(await worker.stores.keys()).toContain('shell-r2')
    // At the very first visit, also the pages that are open already.
    expect(worker.clients.claim).toHaveBeenCalled()
  })
})

test('caches code outside the precache from its first use on, and no page in its place', async () => {
  online(() => answerOf('<html>', 'text/html'))
  await worker.ask('/assets/RichTextEditor-1.js').settled
  online(() => answerOf('export {}', 'text/javascript'))
  await worker.ask('/assets/RichTextEditor-1.js').settled
  offline()
  expect(await (await worker.ask('/assets/RichTextEditor-1.js').answer)?.text()).toBe('export {}')
})

test('a picture is shown as it was, and asked for anew', async () => {
  online(() => answerOf('old', 'image/png'))
  await worker.ask('/media/wiki.png').settled
  online(() => answerOf('new', 'image/png'))
  const second = worker.ask('/media/wiki.png')
  expect(await (await second.answer)?.text()).toBe('old')
  await second.settled
  offline()
  expect(await (await worker.ask('/media/wiki.png').answer)?.text()).toBe('new')
})

test.each([
  ['a page of something in between', () => answerOf('<html>', 'text/html; charset=utf-8')],
  // As from another host to which something in between has redirected the request.
  ['an answer that nobody may look into', () => Response.error()],
])('a picture that is kept is not lost to %s', async (_, answer) => {
  online(() => answerOf('good', 'image/png'))
  await worker.ask('/media/kept.png').settled
  online(answer)
  await worker.ask('/media/kept.png').settled
  offline()
  expect(await (await worker.ask('/media/kept.png').answer)?.text()).toBe('good')
})

test.each(['/video/7.mp4', '/sw.js', '/somewhere'])('%s is left to the browser', (path) =>
  expect(worker.ask(path).answer).toBeUndefined(),
)

describe('an answer', () => {
  const headersOf = (userId: number, more: Record<string, string> = {}) => ({
    'X-Foyer-User': String(userId),
    Authorization: 'Bearer a secret',
    ...more,
  })
  const ask = (userId = ADA, path = BOARD, more = {}) => worker.ask(path, { headers: headersOf(userId, more) })
  const get = async (...asked: Parameters<typeof ask>) => (await ask(...asked).answer)?.clone()
  const isGone = (answer: Response | undefined) => answer?.type === 'error'
  const keep = async (body: unknown, userId = ADA, path = BOARD) => {
    online(() => json(body))
    await ask(userId, path).settled
  }
  const purge = (userId: number) => worker.happens('message', { data: { type: 'PURGE_USER', userId } })
  beforeEach(async () => {
    offline()
    for (const name of await worker.stores.keys()) if (name.startsWith('api-')) await worker.stores.delete(name)
  })

  test('is served from the cache offline with its time, and from the network otherwise', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-05T12:00:00Z') })
    await keep(['Ada is away'])
    vi.setSystemTime(Date.parse('2026-03-05T14:00:00Z'))
    offline()
    const kept = await get()
    expect(await kept?.json()).toEqual(['Ada is away'])
    expect(kept?.headers.get('X-Cached-At')).toBe('2026-03-05T12:00:00.000Z')
    online(() => json(['Ada is back']))
    const fresh = await get()
    expect(await fresh?.json()).toEqual(['Ada is back'])
    expect(fresh?.headers.get('X-Cached-At')).toBeNull()
  })

  test('is cached for its user only, with the bare URL as key', async () => {
    await keep(['for Ada'])
    offline()
    expect(isGone(await get(BO))).toBe(true)
    const stores = [...worker.stores.held].filter(([name]) => name.startsWith('api-'))
    const addresses = stores.flatMap(([name, { answers }]) => [...answers.keys()].map((address) => [name, address]))
    expect(addresses).toEqual([[`api-v1-${ADA}`, `https://portal.test${BOARD}`]])
  })

  test('is cached by its full URL', async () => {
    await keep('seven', ADA, '/api/onbreak/get/7/')
    await keep('eight', ADA, '/api/onbreak/get/8/')
    await keep('eight of March', ADA, '/api/onbreak/get/8/?month=3')
    offline()
    const kept = async (path: string) => (await get(ADA, path))?.json()
    expect(await kept('/api/onbreak/get/7/')).toBe('seven')
    expect(await kept('/api/onbreak/get/8/')).toBe('eight')
    expect(await kept('/api/onbreak/get/8/?month=3')).toBe('eight of March')
  })

  test.each([
    ['of a call that is not listed', '/api/mood/myreports/', {}],
    ['that nobody is named for', BOARD, { 'X-Foyer-User': '' }],
    ['for whoever is no id', BOARD, { 'X-Foyer-User': '../x' }],
  ])('%s is left to the browser', (_, path, more) => expect(ask(ADA, path, more).answer).toBeUndefined())

  test.each([
    ['a refusal', () => json({ detail: 'No.' }, 403)],
    ['a fault', () => json({ detail: 'Oh.' }, 500)],
    ['a page of something in between', () => answerOf('<html>', 'text/html')],
  ])('that is %s is not kept', async (_, answer) => {
    await keep(['good'])
    online(answer)
    await ask().settled
    offline()
    expect(await (await get())?.json()).toEqual(['good'])
  })

  test('is no longer served after two weeks', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
    await keep(['long ago'])
    offline()
    vi.setSystemTime(Date.parse('2026-03-15T11:59:00Z'))
    expect(await (await get())?.json()).toEqual(['long ago'])
    vi.setSystemTime(Date.parse('2026-03-15T12:01:00Z'))
    expect(isGone(await get())).toBe(true)
  })

  test('is the cached copy after three seconds, unless the page already holds one', async () => {
    await keep(['a copy'])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let late = (_answer: Response) => {}
    worker.network.mockImplementation(
      () =>
        new Promise((resolve) => {
          late = resolve
        }),
    )
    const impatient = ask()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await (await impatient.answer)?.json()).toEqual(['a copy'])
    late(json(['late']))
    await impatient.settled
    const patient = ask(ADA, BOARD, { 'X-Foyer-Held': '1' })
    await vi.advanceTimersByTimeAsync(10_000)
    late(json(['later']))
    expect(await (await patient.answer)?.json()).toEqual(['later'])
  })

  /** Returns the names of the caches whose answers Workbox has noted, by URL and time. */
  async function listed() {
    const database = await requestDone(indexedDB.open('workbox-expiration'))
    const notes = database.transaction('cache-entries').objectStore('cache-entries').getAll()
    const names = new Set((await requestDone(notes)).map(({ cacheName }) => cacheName))
    database.close()
    return names
  }

  test('is deleted when its user signs out, with Workbox’s notes, and nobody else’s is', async () => {
    await keep(['for Ada'])
    await keep(['for Bo'], BO)
    expect(await listed()).toContain(`api-v1-${ADA}`)
    await purge(ADA)
    expect(await listed()).not.toContain(`api-v1-${ADA}`)
    expect(await listed()).toContain(`api-v1-${BO}`)
    expect(worker.stores.held.has(`api-v1-${ADA}`)).toBe(false)
    offline()
    expect(isGone(await get(ADA))).toBe(true)
    expect(await (await get(BO))?.json()).toEqual(['for Bo'])
  })

  test('that is under way when its user signs out is not cached; one after the next sign-in is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-04-01T12:00:00Z') })
    let answer = (_answer: Response) => {}
    worker.network.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const underWay = ask()
    await vi.waitFor(() => expect(worker.network).toHaveBeenCalled(), 10_000)
    await purge(ADA)
    answer(json(['private to Ada']))
    await underWay.settled
    expect([...(worker.stores.held.get(`api-v1-${ADA}`)?.answers.keys() ?? [])]).toEqual([])
    // Holds even if the device's clock is set back meanwhile.
    vi.setSystemTime(Date.parse('2026-04-01T11:00:00Z'))
    await keep(['as of her return'])
    offline()
    expect(await (await get())?.json()).toEqual(['as of her return'])
  })
})

describe('events', () => {
  test('sends waiting rows on the sync tag of the outbox only', async () => {
    // There is no database here: looking for waiting rows throws, so that the browser tries again.
    await expect(worker.happens('sync', { tag: 'outbox' })).rejects.toThrow()
    await worker.happens('sync', { tag: 'another' })
  })

  test('skips waiting on the page’s message only', async () => {
    for (const data of [null, 'SKIP_WAITING', {}, { type: 'OPEN' }]) await worker.happens('message', { data })
    expect(worker.skipWaiting).not.toHaveBeenCalled()
    await worker.happens('message', { data: { type: 'SKIP_WAITING' } })
    expect(worker.skipWaiting).toHaveBeenCalledOnce()
  })

  test('a push is shown, one without words too', async () => {
    await worker.happens('push', { data: { text: () => JSON.stringify({ title: 'shop: failed', url: '/app/etl' }) } })
    await worker.happens('push', { data: null })
    const shown = worker.registration.showNotification.mock.calls as unknown[][]
    expect(shown.map(([title]) => title)).toEqual(['shop: failed', 'Foyer'])
  })

  test('a tap on a notification leads to its screen', async () => {
    const notification = { close: vi.fn(), data: { path: '/app/etl' } }
    await worker.happens('notificationclick', { notification })
    expect(notification.close).toHaveBeenCalled()
    expect(worker.clients.openWindow).toHaveBeenCalledWith('/app/etl')
  })
})
