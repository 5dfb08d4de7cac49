/** What is kept of a person where the browser closes the database, the disk is slow, or another tab was quicker. */
import { QueryClient } from '@tanstack/react-query'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#src/lib/spans.ts'

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

/** A page from its beginning on: nothing of an earlier one is in its memory. */
async function newPage() {
  vi.resetModules()
  const { session } = await import('#src/api/session.ts')
  return { ...(await import('./device.ts')), session, client: new QueryClient() }
}
const read = (client: QueryClient, data: unknown) =>
  client.fetchQuery({ ...kept, queryFn: () => Promise.resolve(data), staleTime: 0 })

/** What the next launch of this person would begin with. */
async function onDisk(userId: number): Promise<unknown> {
  vi.resetModules()
  const { restoreQueries } = await import('./persist-cache.ts')
  const client = new QueryClient()
  await restoreQueries(client, userId, DAY_MS)
  return client.getQueryData(kept.queryKey)
}

/** The page's own connection, for the browser to close: iOS does in the background, any does when it is short of room. */
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

test('a database that the browser closes under the page is opened anew: reading is kept, and leaving leaves nothing', async () => {
  const { welcome, farewell, client } = await newPage()
  const connection = watchConnection()
  await welcome(client, ADA, DAY_MS)
  await read(client, 'before')
  await expect.poll(() => onDisk(ADA)).toBe('before')
  connection.close()
  await read(client, 'after')
  await expect.poll(() => onDisk(ADA)).toBe('after')
  connection.close()
  farewell(client, ADA)
  await expect.poll(() => onDisk(ADA)).toBeUndefined()
})

test('what the disk says late is not shown to whoever came meanwhile', async () => {
  const before = await newPage()
  await before.welcome(before.client, ADA, DAY_MS)
  await read(before.client, 'private to Ada')
  await expect.poll(() => onDisk(ADA)).toBe('private to Ada')

  const { welcome, farewell, client } = await newPage()
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
  const restored = welcome(client, ADA, DAY_MS)
  await vi.waitFor(() => expect(IDBObjectStore.prototype.getAll).toHaveBeenCalled(), 10_000)
  farewell(client, ADA)
  void welcome(client, GRACE, DAY_MS)
  release()
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0), 10_000)
  await restored
  expect(client.getQueryData(kept.queryKey)).toBeUndefined()
  farewell(client, GRACE)
})

test('a tab that slept while one person left does not end the notifications of the next', async () => {
  const { farewell, session, client } = await newPage()
  const unsubscribe = vi.fn(async () => true)
  const getSubscription = vi.fn(async () => ({ unsubscribe }))
  const registration = { pushManager: { getSubscription }, active: { postMessage: vi.fn() } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  session.set({ _id: GRACE, token: 't', permissions: {} } as never)
  farewell(client, ADA)
  // Not led by the worker, as after a reload with shift: it clears Ada's answers all the same.
  await vi.waitFor(() => expect(registration.active.postMessage).toHaveBeenCalled(), 10_000)
  expect(unsubscribe).not.toHaveBeenCalled()
  session.set(null)
  farewell(client, GRACE)
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce(), 10_000)
})

test('a farewell that is finished at the next launch does not end the notifications of whoever is here by then', async () => {
  const { finishFarewells } = await newPage()
  const unsubscribe = vi.fn(async () => true)
  const getSubscription = vi.fn(async () => ({ unsubscribe }))
  const registration = { pushManager: { getSubscription }, active: { postMessage: vi.fn() } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  localStorage.setItem(`portal.kept:${ADA}`, '')
  finishFarewells(GRACE)
  await vi.waitFor(() => expect(registration.active.postMessage).toHaveBeenCalled(), 10_000)
  expect(unsubscribe).not.toHaveBeenCalled()
  localStorage.setItem(`portal.kept:${ADA}`, '')
  finishFarewells(null)
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce(), 10_000)
})

/** As another tab has it on the disk, or this one: in the shape that a launch reads. */
const rowOf = (userId: number, hash: string, data: string, at: number) => ({
  ...{ userId, hash: JSON.stringify([hash]), key: [hash], data, at, buster: 1 },
})
/** A query that says it is to be kept; `say` is an answer as of then. */
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

test('what was about to be written as its person signed out is written no more', async () => {
  const { keepQueries, held } = await openCache()
  const { open } = IDBFactory.prototype
  let opened = () => {}
  const opening = new Promise<void>((resolve) => {
    opened = resolve
  })
  const { client } = await newPage()
  const stop = keepQueries(client, ADA)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    // In the middle of writing: the timer has run, and the disk is still being asked.
    stop()
    opened()
    return open.apply(this, given)
  })
  keptQuery(client, 'board')('private to Ada', Date.now())
  await opening
  vi.restoreAllMocks()
  // What comes to the disk behind it tells that its turn is over.
  const next = new QueryClient()
  const stopNext = keepQueries(next, GRACE)
  keptQuery(next, 'board')('Grace’s', Date.now())
  await vi.waitFor(async () => expect(await held(GRACE)).toEqual(['Grace’s']), 10_000)
  expect(await held(ADA)).toEqual([])
  stopNext()
})

test('an older answer of this tab does not take the place of a newer one of another', async () => {
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

test('forgetting one person takes nothing of another’s', async () => {
  const { forgetQueries, held, put } = await openCache()
  for (const userId of [ADA, GRACE]) await put(rowOf(userId, 'board', `of ${userId}`, Date.now()))
  await forgetQueries(ADA)
  expect([await held(ADA), await held(GRACE)]).toEqual([[], [`of ${GRACE}`]])
})

test('what an earlier release kept in another shape is not shown', async () => {
  const { restoreQueries, put } = await openCache()
  await put({ ...rowOf(ADA, 'board', 'in an older shape', Date.now()), buster: 0 })
  await put(rowOf(ADA, 'tiles', 'in this shape', Date.now()))
  const { client } = await newPage()
  await restoreQueries(client, ADA, DAY_MS)
  expect([client.getQueryData(['board']), client.getQueryData(['tiles'])]).toEqual([undefined, 'in this shape'])
})
