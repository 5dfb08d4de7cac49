/** What happens to people and their changes when the store opens late or is full. */
import { expect, test, vi } from 'vitest'
import { fixRun } from '#contract/apps/etl.ts'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { eachOnNewPage } from '#tests/new-page.ts'
import { aSessionUser } from '#tests/session-user.ts'
import { requestDone } from './idb.ts'
import { keptStore } from './kept-queries.ts'
import type { Change } from './outbox.ts'

eachOnNewPage()

const ADA = aSessionUser()
const BO = aSessionUser({ _id: 8, token: 'Bo’s' })
const RUN = {
  ...{ _id: 3, isSuccessful: false, isFixed: false, dataSource: 'a', tableName: 'b', taskName: 'c', message: '' },
  createdAt: '2026-03-02T10:00:00.000Z',
}
const entity = `break:${ADA._id}`
const CHANGE = {
  ...{ userId: ADA._id, entity, target: entity, kind: 'break.set', call: callId(updateMyBreak), params: {} },
  ...{ body: { status: false, breakType: 'Lunch' }, baseRev: null },
}

/** Databases open, but their success is not reported before `release`. */
function holdOpenings(): { release: () => void; asked: () => number } {
  let release = () => {}
  let asked = 0
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const { open } = IDBFactory.prototype
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    asked++
    const request = open.apply(this, given)
    Object.defineProperty(request, 'onsuccess', {
      set: (hear) => request.addEventListener('success', (event) => void gate.then(() => hear.call(request, event))),
    })
    return request
  })
  return { release, asked: () => asked }
}

test.each([
  { next: null, who: 'nobody' },
  { next: BO, who: 'somebody else' },
])('a person who leaves while the store is reopened is not restored when $who comes next', async ({ next }) => {
  const { followPerson, forgetPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  const { openDb } = await import('./db.ts')
  const { session } = await import('#src/api/session.ts')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store for now.')
  })
  session.set(ADA)
  await followPerson(ADA)
  await vi.waitFor(() => expect(myChanges().status).toBe('broken'), { timeout: 10_000 })
  vi.restoreAllMocks()

  const { release, asked } = holdOpenings()
  // A tap makes the page open the store anew.
  const tap = keepChange({ ...CHANGE, call: updateMyBreak }).catch(() => {})
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), 10_000)
  session.set(null)
  await followPerson(null)
  const left = forgetPerson(ADA._id, 'keep').catch(() => {})
  if (next) {
    session.set(next)
    void followPerson(next)
  }
  release()
  await left
  const db = openDb()
  const stored = async () => (await db.session.get('current'))?.userId
  if (next) await vi.waitFor(async () => expect(await stored()).toBe(next._id), 10_000)
  // Ada's tap is over by then, whether or not it succeeded.
  await tap
  expect(await stored()).toBe(next?._id)
  session.set(null)
  await followPerson(null)
  db.close()
})

test('tries the next change after the store refused one, even without a line', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  const { session } = await import('#src/api/session.ts')
  session.set(ADA)
  await followPerson(ADA)
  await vi.waitFor(() => expect(myChanges().status).toBe('ready'), 10_000)
  const { add } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'outbox') throw new DOMException('full', 'QuotaExceededError')
    return add.apply(this, given)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await expect(keepChange({ ...CHANGE, call: updateMyBreak })).rejects.toThrow()
    expect(myChanges().status).toBe('broken')
    full.mockRestore()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(myChanges().status).toBe('ready')
    expect(await keepChange({ ...CHANGE, call: updateMyBreak })).toBe('kept')
  } finally {
    vi.useRealTimers()
    session.set(null)
    await followPerson(null)
  }
})

/** Makes every write outside the query cache fail until a kept query is deleted. */
async function fullUntilRoomIsMade(): Promise<void> {
  const kept = { userId: ADA._id, hash: 'runs', key: ['runs'], data: 'x', at: Date.now(), buster: 1 }
  await requestDone((await keptStore('readwrite')).put(kept))
  let isFull = true
  const { put, delete: remove } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name !== 'queries' && isFull) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, given)
  })
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'queries') isFull = false
    return remove.apply(this, given)
  })
}

test('a store that failed once does not cost the data that can be read offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const forgotten = vi.fn()
  vi.stubGlobal('caches', { keys: async () => ['api-v1-7', 'media-v1'], delete: forgotten })
  const kept = { userId: ADA._id, hash: 'runs', key: ['runs'], data: 'x', at: Date.now(), buster: 1 }
  await requestDone((await keptStore('readwrite')).put(kept))
  const failing = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  })
  const engine = await import('./engine.ts')
  const stop = await engine.follow({ userId: ADA._id, token: 't', maySend: true }, () => {}, vi.fn())
  await engine.keep(CHANGE)
  expect(failing).toHaveBeenCalledTimes(2)
  expect(await engine.rows(ADA._id)).toMatchObject([{ kind: 'break.set', state: 'pending' }])
  expect(await requestDone((await keptStore('readonly')).count())).toBe(1)
  expect(forgotten).not.toHaveBeenCalled()
  stop()
})

test('a store that fails for a reason other than a full disk does not cost that data either', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const forgotten = vi.fn()
  vi.stubGlobal('caches', { keys: async () => ['api-v1-7', 'media-v1'], delete: forgotten })
  const engine = await import('./engine.ts')
  const stop = await engine.follow({ userId: ADA._id, token: 't', maySend: true }, () => {}, vi.fn())
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No stores in this window.', 'InvalidStateError')
  })
  await expect(engine.keep(CHANGE)).rejects.toThrow()
  expect(forgotten).not.toHaveBeenCalled()
  stop()
})

test('a launch on a full disk makes room and sends waiting changes', async () => {
  const sent: string[] = []
  let isThere = false
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (!isThere) throw new TypeError('no network')
    if (method === 'PUT') sent.push(url)
    return Response.json({ detail: 'Not you.' }, { status: 403 })
  })
  const person = { userId: ADA._id, token: 't', maySend: true }
  const before = await import('./engine.ts')
  const stop = await before.follow(person, () => {}, vi.fn())
  await before.keep(CHANGE)
  await before.sendNow()
  stop()
  vi.resetModules()
  await fullUntilRoomIsMade()
  isThere = true
  const { reportReachable } = await import('#src/api/connection.ts')
  const { follow, sendNow } = await import('./engine.ts')
  reportReachable()
  const end = await follow(person, () => {}, vi.fn())
  await vi.waitFor(async () => {
    await sendNow()
    expect(sent).toHaveLength(1)
  }, 10_000)
  end()
})

test('sends waiting changes on a full disk by deleting what can be loaded again', async () => {
  const sent: string[] = []
  let isThere = false
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (!isThere) throw new TypeError('no network')
    if (method === 'PUT') sent.push(url)
    return Response.json({ detail: 'Not you.' }, { status: 403 })
  })
  const { reportReachable, reportUnreachable } = await import('#src/api/connection.ts')
  const engine = await import('./engine.ts')
  reportUnreachable()
  const stop = await engine.follow(
    { userId: ADA._id, token: 't', maySend: true },
    () => {},
    () => {},
  )
  await engine.keep(CHANGE)
  // A first try that fails.
  await engine.sendNow()
  await fullUntilRoomIsMade()
  isThere = true
  reportReachable()
  await vi.waitFor(async () => {
    await engine.sendNow()
    expect(sent).toHaveLength(1)
  }, 10_000)
  stop()
})

test('a change that the device has no room for does not overtake a waiting one', async () => {
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  const { session } = await import('#src/api/session.ts')
  const { Unreachable } = await import('#src/api/problem.ts')
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(String(url))
    return Promise.reject(new TypeError('no network'))
  })
  session.set(ADA)
  await followPerson(ADA)
  expect(await keepChange({ ...CHANGE, call: updateMyBreak })).toBe('kept')
  // The first try is over: it must not be counted below.
  await vi.waitFor(() => expect(myChanges().rows).toMatchObject([{ lastError: 'unreachable' }]), 10_000)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const before = sent.length
  const back = { ...CHANGE, body: { status: true } }
  await expect(keepChange({ ...back, call: updateMyBreak })).rejects.toThrow(/not sent yet/)
  expect(sent).toHaveLength(before)
  // By then the waiting change is too old to be sent by itself.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * DAY_MS })
  await expect(keepChange({ ...back, call: updateMyBreak })).rejects.toThrow(Unreachable)
  expect(sent.length).toBeGreaterThan(before)
  vi.useRealTimers()
  await followPerson(null)
})

test('writes changes made while the store is reopened in order', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store for now.')
  })
  await followPerson(ADA)
  await vi.waitFor(() => expect(myChanges().status).toBe('broken'), { timeout: 10_000 })
  opening.mockRestore()
  const taps = [CHANGE, { ...CHANGE, body: { status: true } }, { ...CHANGE, body: { status: false } }]
  expect(await Promise.all(taps.map((tap) => keepChange({ ...tap, call: updateMyBreak })))).toEqual([
    'kept',
    'kept',
    'kept',
  ])
  const { rows } = await import('./engine.ts')
  expect((await rows(ADA._id)).map(({ body }) => body)).toEqual(taps.map(({ body }) => body))
  await followPerson(null)
})

test('undoes a change that was sent at once, and kept by a slow store all the same, by sending the undoing too', async () => {
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChanges } = await import('./keep-change.ts')
  const { session } = await import('#src/api/session.ts')
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (!url.includes('etl')) throw new TypeError('no network')
    const { isFixed } = JSON.parse(String(body))
    sent.push(isFixed)
    return Response.json({ ...RUN, isFixed: isFixed === 'True' })
  })
  session.set(ADA)
  await followPerson(ADA)
  await vi.waitFor(() => expect(myChanges().status).toBe('ready'), { timeout: 10_000 })
  const { add } = IDBObjectStore.prototype
  let release = () => {}
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
    // The transaction stays open as long as requests are made on it.
    let isHeld = true
    release = () => {
      isHeld = false
    }
    const hold = () => {
      if (isHeld) this.count().onsuccess = hold
    }
    hold()
    return add.apply(this, given)
  })
  const fix = (isFixed: boolean): Change => ({
    ...{ userId: ADA._id, entity: 'etl:3', target: 'etl:3', kind: fixRun.queues, call: callId(fixRun) },
    ...{ params: { id: 3 }, body: { isFixed: isFixed ? 'True' : 'False' }, baseRev: null, merges: 'fix' },
    undoes: ({ body }) => (body as { isFixed: string }).isFixed !== (isFixed ? 'True' : 'False'),
  })
  const { hasUnsaved } = await import('#src/lib/unsaved.ts')
  const made = keepChanges(ADA._id, [{ ...fix(true), call: fixRun }], () => {})
  // The change is neither stored nor sent yet: no new version may reload the page.
  expect(hasUnsaved()).toBe(true)
  await made
  expect(sent).toEqual(['True'])
  expect(hasUnsaved()).toBe(false)
  const undone = keepChanges(ADA._id, [{ ...fix(false), call: fixRun }], () => {})
  // Both are written right after each other: nothing is sent in between.
  release()
  await undone
  await vi.waitFor(() => expect(sent.at(-1)).toBe('False'), { timeout: 15_000 })
  session.set(null)
  await followPerson(null)
})
