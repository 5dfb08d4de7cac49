import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { aSessionUser } from '#tests/session-user.ts'

// Each test gets a page whose outbox was never opened.
beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const ADA = aSessionUser({ permissions: { changed_password: false } })

test('retries an outbox that failed at the launch at the next tap, so that the change is followed', async () => {
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store for now.')
  })
  await followPerson(ADA)
  await vi.waitFor(() => expect(myChanges().status).toBe('broken'), { timeout: 10_000 })
  vi.restoreAllMocks()
  const body = { status: false, breakType: 'Lunch' }
  const entity = `break:${ADA._id}`
  const made = { userId: ADA._id, entity, target: entity, call: updateMyBreak, params: {} }
  expect(await keepChange({ ...made, body, baseRev: null })).toBe('kept')
  await vi.waitFor(() => expect(myChanges()).toMatchObject({ status: 'ready', rows: [{ body, state: 'pending' }] }), {
    timeout: 10_000,
  })
  await followPerson(null)
})

test('stores the last of several quick counts of overdue tasks', async () => {
  const { noteOverdue } = await import('./engine.ts')
  const { openDb } = await import('./db.ts')
  const db = openDb()
  await db.session.put({ id: 'current', userId: ADA._id, token: ADA.token, maySend: true })
  await noteOverdue(2)
  await Promise.all([noteOverdue(0), noteOverdue(2)])
  expect(await db.session.get('current')).toMatchObject({ overdue: 2 })
  await db.session.clear()
})

test('a sign-out does not wait for outbox code that does not load', async () => {
  vi.doMock('./engine.ts', () => new Promise(() => {}))
  vi.useFakeTimers()
  const { sendAll } = await import('./my-changes.ts')
  const left = sendAll(5_000)
  await vi.advanceTimersByTimeAsync(7_000)
  expect(await left).toEqual([])
  vi.doUnmock('./engine.ts')
})

test('a change is as old as its tap, however long the store takes to open', async () => {
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  await followPerson(ADA)
  const entity = `break:${ADA._id}`
  const made = { userId: ADA._id, entity, target: entity, call: updateMyBreak, params: {} }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T12:00:00Z') })
  const kept = keepChange({ ...made, body: { status: false, breakType: 'Lunch' }, baseRev: null })
  vi.setSystemTime(new Date('2026-03-05T12:00:04Z'))
  expect(await kept).toBe('kept')
  await vi.waitFor(() => expect(myChanges().rows.at(-1)?.occurredAt).toBe('2026-03-05T12:00:00.000Z'), 10_000)
  await followPerson(null)
})

test('never sends a change that the store refused as another person who has signed in since', async () => {
  const { keepChange } = await import('./keep-change.ts')
  const { session } = await import('#src/api/session.ts')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store.')
  })
  const fetched = vi.fn(async () => Response.json({ detail: 'Not you.' }, { status: 403 }))
  vi.stubGlobal('fetch', fetched)
  const entity = `break:${ADA._id}`
  const made = { userId: ADA._id, entity, target: entity, call: updateMyBreak, params: {} }
  const body = { status: false, breakType: 'Lunch' }
  session.set({ ...ADA, _id: 8, token: 'Grace’s' })
  await expect(keepChange({ ...made, body, baseRev: null })).rejects.toThrow()
  expect(fetched).not.toHaveBeenCalled()
  session.set({ ...ADA, token: 'Ada’s' })
  await expect(keepChange({ ...made, body, baseRev: null })).rejects.toThrow('Not you.')
  expect(fetched).toHaveBeenCalledTimes(1)
  session.set(null)
  vi.unstubAllGlobals()
})
