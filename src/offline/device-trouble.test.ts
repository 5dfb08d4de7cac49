/** What is kept of a person where the browser closes the database, the disk is slow, or another tab was quicker. */
import { QueryClient } from '@tanstack/react-query'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#src/lib/local-day.ts'

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
  await vi.waitFor(async () => expect(await onDisk(ADA)).toBe('before'), 5_000)
  connection.close()
  await read(client, 'after')
  await vi.waitFor(async () => expect(await onDisk(ADA)).toBe('after'), 5_000)
  connection.close()
  farewell(client, ADA)
  await vi.waitFor(async () => expect(await onDisk(ADA)).toBeUndefined(), 5_000)
})

test('what the disk says late is not shown to whoever came meanwhile', async () => {
  const before = await newPage()
  await before.welcome(before.client, ADA, DAY_MS)
  await read(before.client, 'private to Ada')
  await vi.waitFor(async () => expect(await onDisk(ADA)).toBe('private to Ada'), 5_000)

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
  void welcome(client, ADA, DAY_MS)
  await vi.waitFor(() => expect(IDBObjectStore.prototype.getAll).toHaveBeenCalled())
  farewell(client, ADA)
  void welcome(client, GRACE, DAY_MS)
  release()
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve))
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
  await vi.waitFor(() => expect(registration.active.postMessage).toHaveBeenCalled())
  expect(unsubscribe).not.toHaveBeenCalled()
  session.set(null)
  farewell(client, GRACE)
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
})
