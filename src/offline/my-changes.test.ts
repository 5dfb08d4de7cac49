import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'

// A page whose outbox was never opened.
beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const ADA = { _id: 7, token: 'Ada’s', permissions: { changed_password: false } }

test('an outbox that did not come up at the launch is tried anew at the next tap: nothing is kept that nobody follows', async () => {
  const { followPerson, myChanges } = await import('./my-changes.ts')
  const { keepChange } = await import('./keep-change.ts')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store for now.')
  })
  await followPerson(ADA as never)
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

test('of what is overdue the last word is stored, however fast the words follow each other', async () => {
  const { noteOverdue } = await import('./engine.ts')
  const { openDb } = await import('./db.ts')
  const db = openDb()
  await db.session.put({ id: 'current', userId: ADA._id, token: ADA.token, maySend: true })
  await noteOverdue(2)
  await Promise.all([noteOverdue(0), noteOverdue(2)])
  expect(await db.session.get('current')).toMatchObject({ overdue: 2 })
  await db.session.clear()
})

test('whoever leaves while the code of the outbox does not come is not held up', async () => {
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
  await followPerson(ADA as never)
  const entity = `break:${ADA._id}`
  const made = { userId: ADA._id, entity, target: entity, call: updateMyBreak, params: {} }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T12:00:00Z') })
  const kept = keepChange({ ...made, body: { status: false, breakType: 'Lunch' }, baseRev: null })
  vi.setSystemTime(new Date('2026-03-05T12:00:04Z'))
  expect(await kept).toBe('kept')
  await vi.waitFor(() => expect(myChanges().rows.at(-1)?.occurredAt).toBe('2026-03-05T12:00:00.000Z'), 10_000)
  await followPerson(null)
})

test('what the store would not keep is never sent as somebody who has come since', async () => {
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
  session.set({ ...ADA, _id: 8, token: 'Grace’s' } as never)
  await expect(keepChange({ ...made, body, baseRev: null })).rejects.toThrow()
  expect(fetched).not.toHaveBeenCalled()
  session.set({ ...ADA, token: 'Ada’s' } as never)
  await expect(keepChange({ ...made, body, baseRev: null })).rejects.toThrow('Not you.')
  expect(fetched).toHaveBeenCalledTimes(1)
  session.set(null)
  vi.unstubAllGlobals()
})
