/**
 * What this device keeps of a person when the browser closes the database, the disk is slow, or another tab was
 * quicker.
 */
import { QueryClient } from '@tanstack/react-query'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#src/lib/spans.ts'
import { aSessionUser } from '#tests/session-user.ts'

const ADA = 21
const GRACE = 22
const kept = { queryKey: ['board'], meta: { persist: true as const } }

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Loads a new page, which has nothing of an earlier one in memory. */
async function newPage() {
  vi.resetModules()
  const { session } = await import('#src/api/session.ts')
  return { ...(await import('./device.ts')), session, client: new QueryClient() }
}
const read = (client: QueryClient, data: unknown) =>
  client.fetchQuery({ ...kept, queryFn: () => Promise.resolve(data), staleTime: 0 })

/** Returns what the next launch of this person would begin with. */
async function onDisk(userId: number): Promise<unknown> {
  vi.resetModules()
  const { restoreQueries } = await import('./persist-cache.ts')
  const client = new QueryClient()
  await restoreQueries(client, userId, DAY_MS)
  return client.getQueryData(kept.queryKey)
}

/**
 * Returns a handle to close the page's own connection, as the browser does: iOS in the background, any browser when it
 * is short of room.
 */
function watchConnection(): { close: () => void } {
  let connection: IDBDatabase | undefined
  const { open } = IDBFactory.prototype
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    const request = open.apply(this, given)
    request.addEventListener('success', () => {
      if (given[0] === 'foyer-cache') connection ??= request.result
    })
    return request
  })
  return { close: () => forceCloseDatabase(connection as never) }
}

test('reopens a database that the browser closed: queries are still kept, and signing out deletes them', async () => {
  const { restoreDevice, forgetDevice, client } = await newPage()
  const connection = watchConnection()
  await restoreDevice(client, ADA, DAY_MS)
  await read(client, 'before')
  await expect.poll(() => onDisk(ADA)).toBe('before')
  connection.close()
  await read(client, 'after')
  await expect.poll(() => onDisk(ADA)).toBe('after')
  connection.close()
  forgetDevice(client, ADA)
  await expect.poll(() => onDisk(ADA)).toBeUndefined()
})

test('an answer that the store did not open for is kept once it opens', async () => {
  const { restoreDevice, client } = await newPage()
  await restoreDevice(client, ADA, DAY_MS)
  const { transaction } = IDBDatabase.prototype
  let refused = 0
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const [, mode] = given
    if (mode === 'readwrite' && refused < 2) {
      refused++
      throw new DOMException('Not now.', 'InvalidStateError')
    }
    return transaction.apply(this, given)
  })
  await read(client, 'before the trouble was over')
  await expect.poll(() => refused).toBe(2)
  await client.fetchQuery({ queryKey: ['types'], meta: kept.meta, queryFn: () => Promise.resolve('another') })
  await expect.poll(() => onDisk(ADA)).toBe('before the trouble was over')
})

test('does not show data that the disk returns late to the next person', async () => {
  const before = await newPage()
  await before.restoreDevice(before.client, ADA, DAY_MS)
  await read(before.client, 'private to Ada')
  await expect.poll(() => onDisk(ADA)).toBe('private to Ada')

  const { restoreDevice, forgetDevice, client } = await newPage()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let heard = 0
  const { getAll } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...given) {
    const request = getAll.apply(this, given as never)
    if (this.name !== 'queries') return request
    const late = (hear: (event: Event) => void) =>
      request.addEventListener('success', async (event) => {
        await gate
        hear.call(request, event)
        heard++
      })
    Object.defineProperty(request, 'onsuccess', { set: late })
    return request
  })
  const restored = restoreDevice(client, ADA, DAY_MS)
  await vi.waitFor(() => expect(IDBObjectStore.prototype.getAll).toHaveBeenCalled(), 10_000)
  forgetDevice(client, ADA)
  void restoreDevice(client, GRACE, DAY_MS)
  release()
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0), 10_000)
  await restored
  expect(client.getQueryData(kept.queryKey)).toBeUndefined()
  forgetDevice(client, GRACE)
})

test('a tab that slept while one person left does not end the notifications of the next', async () => {
  const { forgetDevice, session, client } = await newPage()
  const unsubscribe = vi.fn(async () => true)
  const getSubscription = vi.fn(async () => ({ unsubscribe }))
  const registration = { pushManager: { getSubscription }, active: { postMessage: vi.fn() } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  session.set(aSessionUser({ _id: GRACE }))
  forgetDevice(client, ADA)
  // The worker does not control the page, as after a reload with Shift, and is told to clear Ada's answers all the
  // same.
  await vi.waitFor(() => expect(registration.active.postMessage).toHaveBeenCalled(), 10_000)
  expect(unsubscribe).not.toHaveBeenCalled()
  session.set(null)
  forgetDevice(client, GRACE)
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce(), 10_000)
})

test('finishing to forget at the next launch does not end the notifications of the person signed in by then', async () => {
  const { finishForgetting } = await newPage()
  const unsubscribe = vi.fn(async () => true)
  const getSubscription = vi.fn(async () => ({ unsubscribe }))
  const registration = { pushManager: { getSubscription }, active: { postMessage: vi.fn() } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  localStorage.setItem(`portal.kept:${ADA}`, '')
  finishForgetting(GRACE)
  await vi.waitFor(() => expect(registration.active.postMessage).toHaveBeenCalled(), 10_000)
  expect(unsubscribe).not.toHaveBeenCalled()
  localStorage.setItem(`portal.kept:${ADA}`, '')
  finishForgetting(null)
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce(), 10_000)
})

/** A kept query as this tab or another stores it on disk, in the shape that a launch reads. */
const rowOf = (userId: number, hash: string, data: string, at: number) => ({
  ...{ userId, hash: JSON.stringify([hash]), key: [hash], data, at, buster: 1 },
})
/** Builds a query with `meta.persist`. Returns a function that gives it an answer as of a time. */
function keptQuery(client: QueryClient, name: string) {
  client.getQueryCache().build(client, { queryKey: [name], meta: { persist: true } })
  return (data: string, at: number) => client.setQueryData([name], data, { updatedAt: at })
}
async function openCache() {
  const { keptStore, readKept } = await import('./kept-queries.ts')
  const { requestDone } = await import('./idb.ts')
  const held = async (userId: number) => (await readKept(userId)).map(({ data }) => data)
  return {
    ...(await import('./persist-cache.ts')),
    held,
    put: async (row: object) => requestDone((await keptStore('readwrite')).put(row)),
  }
}

test('a write under way at sign-out writes nothing', async () => {
  const { keepQueries, held } = await openCache()
  const { open } = IDBFactory.prototype
  let opened = () => {}
  const opening = new Promise<void>((resolve) => {
    opened = resolve
  })
  const { client } = await newPage()
  const stop = keepQueries(client, ADA)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    // In the middle of the write: the timer has fired, and the database is still opening.
    stop()
    opened()
    return open.apply(this, given)
  })
  keptQuery(client, 'board')('private to Ada', Date.now())
  await opening
  vi.restoreAllMocks()
  // Written after it, so that its arrival shows that the write's turn is over.
  const next = new QueryClient()
  const stopNext = keepQueries(next, GRACE)
  keptQuery(next, 'board')('Grace’s', Date.now())
  await vi.waitFor(async () => expect(await held(GRACE)).toEqual(['Grace’s']), 10_000)
  expect(await held(ADA)).toEqual([])
  stopNext()
})

test('an older answer of this tab does not overwrite a newer one of another tab', async () => {
  const { keepQueries, held, put } = await openCache()
  const now = Date.now()
  await put(rowOf(ADA, 'board', 'as the other tab heard', now))
  const { client } = await newPage()
  const stop = keepQueries(client, ADA)
  keptQuery(client, 'board')('as it was', now - 1_000)
  keptQuery(client, 'tiles')('beside it', now)
  await vi.waitFor(async () => expect(await held(ADA)).toEqual(['as the other tab heard', 'beside it']), 10_000)
  keptQuery(client, 'board')('as it is', now + 1)
  await vi.waitFor(async () => expect(await held(ADA)).toContain('as it is'), 5_000)
  stop()
})

test('forgetting one person deletes nothing of another’s', async () => {
  const { forgetQueries, held, put } = await openCache()
  for (const userId of [ADA, GRACE]) await put(rowOf(userId, 'board', `of ${userId}`, Date.now()))
  await forgetQueries(ADA)
  expect([await held(ADA), await held(GRACE)]).toEqual([[], [`of ${GRACE}`]])
})

test('does not restore queries that an earlier release kept in another shape', async () => {
  const { restoreQueries, put } = await openCache()
  await put({ ...rowOf(ADA, 'board', 'in an older shape', Date.now()), buster: 0 })
  await put(rowOf(ADA, 'tiles', 'in this shape', Date.now()))
  const { client } = await newPage()
  await restoreQueries(client, ADA, DAY_MS)
  expect([client.getQueryData(['board']), client.getQueryData(['tiles'])]).toEqual([undefined, 'in this shape'])
})
