/** Waiting rows survive the loss of the database, which Chromium may delete after a crash. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { session } from '#src/api/session.ts'
import { aSessionUser } from '#tests/session-user.ts'
import { backupRows, newBackupWriter, writeBackup } from './backup.ts'
import { claim } from './claim.ts'
import { type OutboxDb, openDb, openMadeDb } from './db.ts'
import { keepChange } from './keep-change.ts'
import { followPerson, forgetPerson, myChanges } from './my-changes.ts'
import { type Change, enqueue, putSession, rowsOf } from './outbox.ts'
import { OUTBOX, type Row } from './row.ts'

const [ADA, BO] = [7, 8]
const device = { now: () => Date.now(), random: Math.random, uuid: () => crypto.randomUUID() }
let db: OutboxDb
const begun = () => openDb(OUTBOX.database, backupRows)

beforeEach(async () => {
  db = begun()
  await db.delete()
  await db.open()
})
afterEach(async () => {
  vi.useRealTimers()
  await db.delete()
})

const change = (userId: number, message: string): Change => ({
  ...{ userId, entity: `break:${message}`, target: `break:${message}`, kind: 'break.set', call: callId(updateMyBreak) },
  ...{ params: {}, body: { status: false, breakType: 'Lunch', customMessage: message }, baseRev: null },
})

/** The browser deletes the database, and the page opens a new one. */
async function loseDatabase(): Promise<void> {
  await db.delete()
  db = begun()
}

const keysOf = async (userId: number) => (await rowsOf(db, userId)).map(({ key }) => key)

test('a new database begins with the open rows of every person, in order', async () => {
  const soup = await enqueue(db, change(ADA, 'Soup'), device)
  const other = await enqueue(db, change(BO, 'Other'), device)
  const salad = await enqueue(db, change(ADA, 'Salad'), device)
  const sent = await enqueue(db, change(ADA, 'Sent'), device)
  await db.outbox.update(sent.seq, { state: 'acked', settledAt: Date.now() })
  await db.outbox.update(salad.seq, { state: 'rejected', detail: 'No.' })
  for (const userId of [ADA, BO]) writeBackup(userId, await rowsOf(db, userId))

  await loseDatabase()
  expect(await keysOf(ADA)).toEqual([soup.key, salad.key])
  expect(await keysOf(BO)).toEqual([other.key])
  const [kept, refused] = await rowsOf(db, ADA)
  // The server may already have it: it is sent under the same key, and nothing is merged into it.
  expect(kept).toEqual({ ...soup, attempts: 1 })
  expect(refused).toMatchObject({ seq: salad.seq, state: 'rejected', detail: 'No.' })

  // Restored once, not at every start.
  db.close()
  db = begun()
  expect(await keysOf(ADA)).toHaveLength(2)
  const next = await enqueue(db, change(ADA, 'Next'), device)
  expect((await keysOf(ADA)).at(-1)).toBe(next.key)
})

test('does not restore rows that have been sent', async () => {
  const row = await enqueue(db, change(ADA, 'Soup'), device)
  writeBackup(ADA, [row])
  writeBackup(ADA, [{ ...row, state: 'acked' }])
  await loseDatabase()
  expect(await keysOf(ADA)).toEqual([])
})

test('a second tap still knows which revision the first one made', async () => {
  const row = (key: string, over: Partial<Row>): Row => ({ ...soup, key, ...over })
  const soup = await enqueue(db, change(ADA, 'Soup'), device)
  const first = row('first', { seq: 1, state: 'acked', ackRev: 50, settledAt: Date.now() })
  const second = row('second', { seq: 2, baseRev: 40 })
  const elsewhere = row('elsewhere', {
    seq: 3,
    entity: 'break:other',
    state: 'acked',
    ackRev: 60,
    settledAt: Date.now(),
  })
  writeBackup(ADA, [first, second, elsewhere])
  await loseDatabase()
  await putSession(db, { userId: ADA, token: 'Ada’s', maySend: true })
  expect(await keysOf(ADA)).toEqual(['first', 'second'])
  const calls = new Map([[callId(updateMyBreak), updateMyBreak]])
  expect(await claim({ db, calls, device })).toMatchObject({
    row: { key: 'second' },
    baseRev: 50,
  })
})

test('does not copy private rows', async () => {
  writeBackup(ADA, [await enqueue(db, { ...change(ADA, 'I feel low.'), isPrivate: true }, device)])
  expect(localStorage.getItem(`portal.waiting:${ADA}`)).toBeNull()
})

test.each(['{', '7', 'null', '[7, null, {}]', '[{"key":"a","userId":7}]'])(
  'a copy that is no copy, %s, keeps no database from being made',
  async (text) => {
    localStorage.setItem(`portal.waiting:${ADA}`, text)
    await loseDatabase()
    const row = await enqueue(db, change(ADA, 'Soup'), device)
    expect(await db.outbox.toArray()).toEqual([row])
  },
)

test('deletes the older copy if there is no room for a new one', async () => {
  const row = await enqueue(db, change(ADA, 'Soup'), device)
  writeBackup(ADA, [row])
  const disk = localStorage
  vi.stubGlobal('localStorage', {
    removeItem: (key: string) => disk.removeItem(key),
    setItem() {
      throw new DOMException('', 'QuotaExceededError')
    },
  })
  writeBackup(ADA, [row, row])
  vi.unstubAllGlobals()
  expect(localStorage.getItem(`portal.waiting:${ADA}`)).toBeNull()
})

test('writes the copy after a delay, deletes it at once when all is sent, and writes nothing after the person left', () => {
  vi.useFakeTimers()
  const row = (key: string, state: Row['state'] = 'pending') => ({ key, userId: ADA, state }) as Row
  const held = () => JSON.parse(localStorage.getItem(`portal.waiting:${ADA}`) ?? '[]').length
  const backup = newBackupWriter(ADA)
  for (let count = 1; count <= 5; count++) backup.onRows(Array.from({ length: count }, (_, at) => row(`${at}`)))
  expect(held()).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(held()).toBe(5)
  backup.onRows([row('0')])
  backup.onRows([row('0', 'acked')])
  expect(held()).toBe(0)
  vi.advanceTimersByTime(5_000)
  expect(held()).toBe(0)
  backup.onRows([row('last')])
  backup.stop()
  vi.advanceTimersByTime(5_000)
  expect(held()).toBe(0)
})

test('writes the copy when the page is hidden, and only once for rows that are merely retried', () => {
  vi.useFakeTimers()
  const queue = (length: number, attempts = 0) =>
    Array.from({ length }, (_, at) => ({ key: `${at}`, userId: ADA, state: 'pending', attempts }) as Row)
  const held = () => localStorage.getItem(`portal.waiting:${ADA}`)
  const backup = newBackupWriter(ADA)
  backup.onRows(queue(500))
  vi.advanceTimersByTime(1_000)
  expect(held()).toBeNull()
  backup.flush()
  expect(JSON.parse(held() ?? '')).toHaveLength(500)
  const before = held()
  backup.onRows(queue(500, 7))
  vi.advanceTimersByTime(60_000)
  expect(held()).toBe(before)
  backup.onRows(queue(501))
  vi.advanceTimersByTime(60_000)
  expect(JSON.parse(held() ?? '')).toHaveLength(501)
  backup.stop()
})

test('copies what a person does, and is deleted by a sign-out that discards it, even if the database fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const me = aSessionUser({ _id: ADA })
  session.set(me)
  await followPerson(me)
  await keepChange({ ...change(ADA, 'Soup'), call: updateMyBreak })
  await vi.waitFor(() => expect(myChanges().rows).toHaveLength(1), 10_000)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  const held = () => localStorage.getItem(`portal.waiting:${ADA}`)
  expect(held()).toContain('Soup')

  vi.spyOn(IDBTransaction.prototype, 'objectStore').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  await expect(forgetPerson(ADA, 'discard')).rejects.toThrow()
  expect(held()).toBeNull()

  vi.restoreAllMocks()
  expect(await rowsOf(db, ADA)).toHaveLength(1)
  // As `forgetDevice` does, which knows nothing of the person's wish: discarded rows are not kept for their return.
  await forgetPerson(ADA, 'keep')
  expect(await rowsOf(db, ADA)).toEqual([])
  vi.unstubAllGlobals()
  session.set(null)
  await followPerson(null)
})

test('a discard finished after a database failure deletes nothing that was done since', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await enqueue(db, change(ADA, 'Soup'), device)
  localStorage.setItem(`portal.discarded:${ADA}`, '')
  const { keep, follow, rows } = await import('./engine.ts')
  // A tap before the launch is idle: nobody is followed yet.
  await keep(change(ADA, 'Salad'))
  const stop = await follow({ userId: ADA, token: 't', maySend: true }, () => {}, vi.fn())
  expect((await rows(ADA)).map(({ body }) => body)).toMatchObject([{ customMessage: 'Salad' }])
  stop()
  vi.unstubAllGlobals()
})

describe('a worker', () => {
  test('creates no database, which would begin without the copied rows, and uses an existing one', async () => {
    await db.delete()
    const worker = openMadeDb()
    await expect(rowsOf(worker, ADA)).rejects.toThrow('Only a page makes the database.')
    worker.close()

    db = begun()
    const row = await enqueue(db, change(ADA, 'Soup'), device)
    const next = openMadeDb()
    expect((await rowsOf(next, ADA)).map(({ key }) => key)).toEqual([row.key])
    next.close()
  })

  test('that opens the database while a page creates it deletes nothing', async () => {
    await db.delete()
    const worker = openMadeDb()
    const looking = rowsOf(worker, ADA).catch(() => null)
    db = begun()
    const row = await enqueue(db, change(ADA, 'Soup'), device)
    await looking
    expect(await keysOf(ADA)).toEqual([row.key])
    worker.close()
  })

  test('that loses the database leaves it to a page to create the next', async () => {
    const row = await enqueue(db, change(ADA, 'Soup'), device)
    writeBackup(ADA, [row])
    const worker = openMadeDb()
    await rowsOf(worker, ADA)
    // Reopens at the next use, as after the browser has closed it.
    worker.close({ disableAutoOpen: false })
    await db.delete()
    await expect(rowsOf(worker, ADA)).rejects.toThrow()
    worker.close()
    db = begun()
    expect(await keysOf(ADA)).toEqual([row.key])
  })
})
