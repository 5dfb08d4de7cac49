import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '#src/api/session.ts'
import { uuid } from '#src/lib/uuid.ts'
import { aSessionUser } from '#tests/session-user.ts'
import { openDb } from './db.ts'
import { finishForgetting, forgetDevice, restoreDevice } from './device.ts'
import { requestDone } from './idb.ts'
import { enqueue } from './outbox.ts'
import type { Row } from './row.ts'

const DAY_MS = 86_400_000
const ADA = 1
const GRACE = 2
const kept = { queryKey: ['board'], meta: { persist: true as const } }
const pictured = { queryKey: ['tiles'], meta: { persist: true as const, boot: true as const } }
const never = { queryKey: ['mood'] }

const clients: QueryClient[] = []
/** Creates a page of its own: another tab, or the same one after a reload. */
function newPage(): QueryClient {
  const client = new QueryClient()
  clients.push(client)
  return client
}
const read = (client: QueryClient, query: { queryKey: string[] }, data: unknown) =>
  client.fetchQuery({ ...query, queryFn: () => Promise.resolve(data), staleTime: 0 })

/** Waits until the device holds the data: a page that starts now would show it. */
const untilKept = (userId: number, key: string[], data: unknown) =>
  vi.waitFor(
    async () => {
      const client = newPage()
      const { restoreQueries } = await import('./persist-cache.ts')
      await restoreQueries(client, userId, DAY_MS)
      expect(client.getQueryData(key)).toEqual(data)
    },
    { timeout: 15_000 },
  )

afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
})

test('restores queries with meta.persist after a restart, and no others', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, kept, ['Ada is away'])
  await read(client, never, 'a secret')
  await untilKept(ADA, kept.queryKey, ['Ada is away'])
  const later = newPage()
  await restoreDevice(later, ADA, DAY_MS)
  expect(later.getQueryData(kept.queryKey)).toEqual(['Ada is away'])
  expect(later.getQueryData(never.queryKey)).toBeUndefined()
  forgetDevice(later, ADA)
})

test('keeps the first answer of a query at once: its reader may leave at once, too', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await read(client, kept, ['Ada is away'])
    await vi.advanceTimersByTimeAsync(0)
  } finally {
    // A write that has not begun by now never will.
    vi.useRealTimers()
  }
  await untilKept(ADA, kept.queryKey, ['Ada is away'])
  forgetDevice(client, ADA)
})

test('keeps the first answer of a page at once even if the page had an older one', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  client.setQueryData(kept.queryKey, ['as it was'], { updatedAt: Date.now() - 60_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let answer = (_said: string[]) => {}
    const asked = new Promise<string[]>((resolve) => {
      answer = resolve
    })
    const read = client.fetchQuery({ ...kept, queryFn: () => asked, staleTime: 0 })
    await vi.advanceTimersByTimeAsync(10)
    answer(['Ada is away'])
    await read
    await vi.advanceTimersByTimeAsync(10)
  } finally {
    vi.useRealTimers()
  }
  await untilKept(ADA, kept.queryKey, ['Ada is away'])
  forgetDevice(client, ADA)
})

test('copies an answer that takes long to copy less often', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  const put = IDBObjectStore.prototype.put
  const copies = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row) {
    for (const begin = performance.now(); performance.now() - begin < 30; );
    return put.call(this, row)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await read(client, kept, ['thousands'])
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(copies).toHaveBeenCalledTimes(1), 10_000)
    await read(client, kept, ['thousands', 'and one more'])
    const waiting = vi.getTimerCount()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(vi.getTimerCount()).toBe(waiting)
    // However long the copy took, the next one comes after 10 s at the latest.
    await vi.advanceTimersByTimeAsync(1_000)
  } finally {
    vi.useRealTimers()
  }
  await untilKept(ADA, kept.queryKey, ['thousands', 'and one more'])
  copies.mockRestore()
  forgetDevice(client, ADA)
})

test('copies what waits when the page is hidden: it may be closed next', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, kept, ['Ada is away'])
  await untilKept(ADA, kept.queryKey, ['Ada is away'])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  try {
    await read(client, kept, ['Ada is here'])
    document.dispatchEvent(new Event('visibilitychange'))
  } finally {
    // A write that has not begun by now never will.
    vi.useRealTimers()
    seen.mockRestore()
  }
  await untilKept(ADA, kept.queryKey, ['Ada is here'])
  forgetDevice(client, ADA)
})

test('an answer kept while the clock was ahead neither counts as newer nor blocks newer ones from being kept', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
  const client = newPage()
  try {
    await restoreDevice(client, ADA, DAY_MS)
    for (const query of [kept, pictured]) await read(client, query, ['two hours ahead'])
    await untilKept(ADA, kept.queryKey, ['two hours ahead'])
    await vi.waitFor(() => expect(localStorage.getItem(`portal.boot:${ADA}`)).toContain('ahead'), { timeout: 15_000 })
  } finally {
    vi.useRealTimers()
  }
  const later = newPage()
  await restoreDevice(later, ADA, DAY_MS)
  for (const { queryKey } of [kept, pictured])
    expect(later.getQueryState(queryKey)?.dataUpdatedAt).toBeLessThan(Date.now())
  await read(later, kept, ['as it is'])
  await untilKept(ADA, kept.queryKey, ['as it is'])
  for (const each of [client, later]) forgetDevice(each, ADA)
})

test('deletes kept queries that are too old to be shown, unless another tab has fetched them anew meanwhile', async () => {
  const { keptStore, readKept } = await import('./kept-queries.ts')
  const row = (hash: string, at: number) => ({ userId: ADA, hash, key: [hash], data: hash, at, buster: 1 })
  const put = async (...rows: object[]) => {
    const store = await keptStore('readwrite')
    for (const each of rows) await requestDone(store.put(each))
  }
  await put(row('old', Date.now() - 2 * DAY_MS), row('new', Date.now()), {
    ...row('other shape', Date.now()),
    buster: 0,
  })
  const hashes = async () => (await readKept(ADA)).map(({ hash }) => hash)
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  expect(client.getQueryData(['old'])).toBeUndefined()
  await vi.waitFor(async () => expect(await hashes()).toEqual(['new']), 10_000)

  await put(row('old', Date.now() - 2 * DAY_MS))
  // Another tab writes the row anew after it is read and before it is deleted.
  const { getAll } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
    const request = getAll.apply(this, given as never)
    void put(row('old', Date.now()))
    return request
  })
  await restoreDevice(newPage(), ADA, DAY_MS)
  // Written after whatever is deleted.
  await put(row('then', Date.now()))
  expect(await hashes()).toEqual(['new', 'old', 'then'])
  forgetDevice(client, ADA)
})

test('restores the picture synchronously', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, pictured, ['On Break'])
  await vi.waitFor(() => expect(localStorage.getItem(`portal.boot:${ADA}`)).toContain('On Break'), { timeout: 15_000 })
  const later = newPage()
  void restoreDevice(later, ADA, DAY_MS)
  expect(later.getQueryData(pictured.queryKey)).toEqual(['On Break'])
  forgetDevice(later, ADA)
  expect(localStorage.getItem(`portal.boot:${ADA}`)).toBeNull()
})

test('keeps no picture too large to be read before the first frame', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, pictured, ['On Break'.repeat(5_000)])
  await vi.waitFor(() => expect(localStorage.getItem(`portal.boot:${ADA}`)).toBe(''), { timeout: 15_000 })
  forgetDevice(client, ADA)
})

test('a picture that is about to be written is not written after the sign-out', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, pictured, ['On Break'])
  forgetDevice(client, ADA)
  // Grace's picture starts later under the same throttle: when it is on the device, the time for Ada's has passed.
  const grace = newPage()
  await restoreDevice(grace, GRACE, DAY_MS)
  await read(grace, pictured, ['Videos'])
  await vi.waitFor(() => expect(localStorage.getItem(`portal.boot:${GRACE}`)).toContain('Videos'), { timeout: 15_000 })
  expect(localStorage.getItem(`portal.boot:${ADA}`)).toBeNull()
  forgetDevice(grace, GRACE)
})

test('ignores a picture that cannot be read', async () => {
  localStorage.setItem(`portal.boot:${ADA}`, '{"half')
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  expect(client.getQueryData(pictured.queryKey)).toBeUndefined()
  forgetDevice(client, ADA)
})

test('shows one person’s data to no other person, and to nobody after the sign-out', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, kept, ['private to Ada'])
  await untilKept(ADA, kept.queryKey, ['private to Ada'])
  const grace = newPage()
  await restoreDevice(grace, GRACE, DAY_MS)
  expect(grace.getQueryData(kept.queryKey)).toBeUndefined()
  await restoreDevice(client, ADA, DAY_MS)
  forgetDevice(client, ADA)
  expect(client.getQueryData(kept.queryKey)).toBeUndefined()
  await vi.waitFor(async () => {
    const again = newPage()
    await restoreDevice(again, ADA, DAY_MS)
    expect(again.getQueryData(kept.queryKey)).toBeUndefined()
  }, 10_000)
})

test('restores nothing that is too old, and overwrites nothing newer', async () => {
  const client = newPage()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, kept, ['as it was'])
  await untilKept(ADA, kept.queryKey, ['as it was'])
  const old = newPage()
  await restoreDevice(old, ADA, -1)
  expect(old.getQueryData(kept.queryKey)).toBeUndefined()
  const newer = newPage()
  newer.setQueryData(kept.queryKey, ['just heard'], { updatedAt: Date.now() + 60_000 })
  await restoreDevice(newer, ADA, DAY_MS)
  expect(newer.getQueryData(kept.queryKey)).toEqual(['just heard'])
  forgetDevice(newer, ADA)
})

test('a sign-out that was cut short is finished at the next launch, and nobody else loses anything', async () => {
  const db = openDb()
  const kept = (userId: number, state: Row['state']) =>
    enqueue(
      db,
      {
        userId,
        entity: 'break:1',
        target: 'break:1',
        kind: 'break.set',
        call: 'PUT /x/',
        params: {},
        body: {},
        baseRev: 1,
      },
      { now: Date.now, random: Math.random, uuid },
    ).then(({ seq }) => db.outbox.update(seq, { state }))
  await kept(ADA, 'acked')
  await kept(ADA, 'pending')
  await kept(GRACE, 'acked')
  localStorage.setItem(`portal.kept:${ADA}`, '')
  localStorage.setItem(`portal.kept:${GRACE}`, '')
  localStorage.setItem(`portal.boot:${ADA}`, '{}')
  finishForgetting(GRACE)
  await vi.waitFor(() => expect(localStorage.getItem(`portal.kept:${ADA}`)).toBeNull(), 10_000)
  expect(localStorage.getItem(`portal.boot:${ADA}`)).toBeNull()
  expect(localStorage.getItem(`portal.kept:${GRACE}`)).not.toBeNull()
  const left = (await db.outbox.toArray()).map(({ userId, state }) => [userId, state])
  expect(left).toEqual([
    [ADA, 'pending'],
    [GRACE, 'acked'],
  ])
  await db.delete()
})

test('a sign-out that ends late keeps the mark of a person who is back, so that their next one can be finished', async () => {
  localStorage.setItem(`portal.kept:${ADA}`, '')
  localStorage.setItem(`portal.boot:${ADA}`, '{}')
  const client = newPage()
  await restoreDevice(client, GRACE, DAY_MS)
  await read(client, kept, ['Ada is away'])
  await untilKept(GRACE, kept.queryKey, ['Ada is away'])
  forgetDevice(client, GRACE)
  session.set(aSessionUser({ _id: GRACE, token: 'Grace’s' }))
  await restoreDevice(client, GRACE, DAY_MS)
  // Grace's sign-out is finished by the time that Ada's is.
  finishForgetting(null)
  await vi.waitFor(() => expect(localStorage.getItem(`portal.kept:${ADA}`)).toBeNull(), 10_000)
  expect(localStorage.getItem(`portal.kept:${GRACE}`)).not.toBeNull()
  session.set(null)
  forgetDevice(client, GRACE)
})

test('a sign-out ends notifications on this device and closes those shown', async () => {
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  const shown = { close: vi.fn() }
  const registration = {
    getNotifications: () => Promise.resolve([shown]),
    pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
  const forgotten = vi.fn(async (_name: string) => true)
  vi.stubGlobal('caches', { delete: forgotten })
  forgetDevice(newPage(), ADA)
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce(), 10_000)
  expect(shown.close).toHaveBeenCalledOnce()
  // Otherwise notifications would be turned on anew, unasked, once the same person is back.
  await vi.waitFor(() => expect(forgotten).toHaveBeenCalledWith('push-untold'), 10_000)
  vi.unstubAllGlobals()
})
