/**
 * Many changes at once: stored in one transaction, each as its own row, and sent in order without reading all that
 * wait.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixRun } from '#contract/apps/etl.ts'
import { callId } from '#contract/call.ts'
import { type OutboxDb, openDb } from '#src/offline/db.ts'
import { drain } from '#src/offline/drain.ts'
import type { Device } from '#src/offline/drain-context.ts'
import { type Change, enqueueAll, putSession, rowsOf } from '#src/offline/outbox.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'

const ADA = 1
/** The clock stands still: on a slow machine turns would end in between, and each costs a transaction more. */
const NOW = Date.now()
const device: Device = { now: () => NOW, random: () => 1, uuid: randomUUID }
const rows = () => rowsOf(db, ADA)
/** Spied on before the database is opened, since Dexie keeps the method that it finds then. */
const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')

let db: OutboxDb
beforeEach(() => {
  db = openDb(randomUUID())
})
afterEach(() => db.delete())

const wish = (run: number, isFixed = 'True'): Change => ({
  userId: ADA,
  entity: `etl:${run}`,
  target: `etl:${run}`,
  kind: fixRun.queues,
  call: callId(fixRun),
  params: { id: run },
  body: { isFixed },
  baseRev: null,
  merges: 'fix',
})

test('hundreds are kept in one transaction, each a row of its own, and sent in their order', async () => {
  await putSession(db, { userId: ADA, token: 'token', maySend: true })
  transactions.mockClear()
  const changes = Array.from({ length: 500 }, (_, index) => wish(index + 1))
  await enqueueAll(db, changes, device)
  expect(transactions).toHaveBeenCalledOnce()
  const kept = await rows()
  expect(kept.map(({ entity }) => entity)).toEqual(changes.map(({ entity }) => entity))
  expect(new Set(kept.map(({ key }) => key)).size).toBe(500)

  transactions.mockClear()
  const read = vi.spyOn(IDBIndex.prototype, 'getAll')
  const sent: unknown[] = []
  await drain({
    db,
    device,
    calls: queuedCalls,
    locks: undefined,
    send: async (_url, { headers }) => {
      sent.push((headers as Record<string, string>)['Idempotency-Key'])
      const run = { isSuccessful: false, isFixed: true, dataSource: '', tableName: '', taskName: '' }
      return Response.json({ ...run, _id: sent.length, createdAt: '2026-03-02T10:00:00.000Z' })
    },
  })
  expect(sent).toEqual(kept.map(({ key }) => key))
  // One transaction per row sent, which settles it and claims the next.
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(502)
  // Never all waiting rows at once, only a few.
  const lengths = read.mock.results.map(({ value }) => (value.result as unknown[]).length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(20)
  read.mockRestore()
})

test('stores all changes or none', async () => {
  // IndexedDB cannot store a function.
  const unstorable = { ...wish(3), body: () => {} }
  await expect(enqueueAll(db, [wish(1), wish(2), unstorable], device)).rejects.toThrow()
  expect(await rows()).toEqual([])
})

test('merges each change into the unsent row of the same record', async () => {
  await enqueueAll(db, [wish(1), wish(2)], device)
  await enqueueAll(db, [wish(2, 'False'), wish(3)], device)
  expect((await rows()).map(({ entity, body }) => [entity, body])).toEqual([
    ['etl:1', { isFixed: 'True' }],
    ['etl:2', { isFixed: 'False' }],
    ['etl:3', { isFixed: 'True' }],
  ])
})
