/** What waits outlives the database, which Chromium may throw away after a crash. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { type OutboxDb, openDb, openDbIfThere } from './db.ts'
import { type Change, enqueue, rowsOf } from './outbox.ts'
import { OUTBOX, type Row } from './row.ts'
import { spareOf, spareRows, writeSpare } from './spare.ts'

const [ADA, BO] = [7, 8]
const device = { now: () => Date.now(), random: Math.random, uuid: () => crypto.randomUUID() }
let db: OutboxDb
const begun = () => openDb(OUTBOX.database, spareRows)

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

/** The browser throws the database away, and the page opens the next. */
async function loseDatabase(): Promise<void> {
  await db.delete()
  db = begun()
}

const keysOf = async (userId: number) => (await rowsOf(db, userId)).map(({ key }) => key)

test('a database that is made anew begins with what was open, everybody’s, in its order', async () => {
  const soup = await enqueue(db, change(ADA, 'Soup'), device)
  const other = await enqueue(db, change(BO, 'Other'), device)
  const salad = await enqueue(db, change(ADA, 'Salad'), device)
  const sent = await enqueue(db, change(ADA, 'Sent'), device)
  await db.outbox.update(sent.seq, { state: 'acked', settledAt: Date.now() })
  await db.outbox.update(salad.seq, { state: 'rejected', detail: 'No.' })
  for (const userId of [ADA, BO]) writeSpare(userId, await rowsOf(db, userId))

  await loseDatabase()
  expect(await keysOf(ADA)).toEqual([soup.key, salad.key])
  expect(await keysOf(BO)).toEqual([other.key])
  const [kept, refused] = await rowsOf(db, ADA)
  expect(kept).toEqual({ ...soup, seq: kept?.seq })
  expect(refused).toMatchObject({ state: 'rejected', detail: 'No.' })

  // Once, not at every start.
  db.close()
  db = begun()
  expect(await keysOf(ADA)).toHaveLength(2)
  const next = await enqueue(db, change(ADA, 'Next'), device)
  expect((await keysOf(ADA)).at(-1)).toBe(next.key)
})

test('what has been sent or thrown away does not come back', async () => {
  const row = await enqueue(db, change(ADA, 'Soup'), device)
  writeSpare(ADA, [row])
  writeSpare(ADA, [{ ...row, state: 'acked' }])
  await loseDatabase()
  expect(await keysOf(ADA)).toEqual([])
})

test.each(['{', '7', 'null', '[7, null, {}]', '[{"key":"a","userId":7},{"key":"a","userId":7}]'])(
  'a copy that is no copy, %s, keeps no database from being made',
  async (text) => {
    localStorage.setItem(`portal.waiting:${ADA}`, text)
    await loseDatabase()
    const row = await enqueue(db, change(ADA, 'Soup'), device)
    expect(await keysOf(ADA)).toContain(row.key)
  },
)

test('where there is no room for it, no older copy is left', async () => {
  const row = await enqueue(db, change(ADA, 'Soup'), device)
  writeSpare(ADA, [row])
  const disk = localStorage
  vi.stubGlobal('localStorage', {
    removeItem: (key: string) => disk.removeItem(key),
    setItem() {
      throw new DOMException('', 'QuotaExceededError')
    },
  })
  writeSpare(ADA, [row, row])
  vi.unstubAllGlobals()
  expect(localStorage.getItem(`portal.waiting:${ADA}`)).toBeNull()
})

test('it is written a moment later, and not after the person has left', () => {
  vi.useFakeTimers()
  const row = (key: string) => ({ key, userId: ADA, state: 'pending' }) as Row
  const held = () => JSON.parse(localStorage.getItem(`portal.waiting:${ADA}`) ?? '[]').length
  const spare = spareOf(ADA)
  for (let count = 1; count <= 5; count++) spare.hear(Array.from({ length: count }, (_, at) => row(`${at}`)))
  expect(held()).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(held()).toBe(5)
  spare.hear([row('last')])
  spare.stop()
  vi.advanceTimersByTime(5_000)
  expect(held()).toBe(5)
})

test('a worker makes no database: it would begin without them', async () => {
  await db.delete()
  expect(await openDbIfThere()).toBeNull()
  db = begun()
  await db.open()
  const there = await openDbIfThere()
  expect(there?.name).toBe(OUTBOX.database)
  there?.close()
})
