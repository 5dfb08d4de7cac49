import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BreakStatus, updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import type { Row } from './row.ts'

const ADA = 7

beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function device() {
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: false, breakType: 'Lunch', rev: 5, user: ADA, userName: 'Ada' }),
  )
  const { openDb } = await import('./db.ts')
  const { follow, keep, rows } = await import('./engine.ts')
  const db = openDb()
  await db.delete({ disableAutoOpen: false })
  const entity = `break:${ADA}`
  const typesOf = (all: readonly Row[]) => all.map(({ state, body }) => [state, (body as BreakStatus).breakType])
  return {
    db,
    typesOf,
    follow: (publish: (rows: readonly Row[]) => void = () => {}) =>
      follow({ userId: ADA, token: 't', maySend: true }, publish, vi.fn()),
    tap: (breakType: string) =>
      keep({
        ...{ userId: ADA, entity, target: entity, kind: 'break.set', call: callId(updateMyBreak), params: {} },
        ...{ body: { status: false, breakType }, baseRev: null },
      }),
    untilThere: (wanted: object) =>
      vi.waitFor(async () => expect(typesOf(await rows(ADA))).toEqual(wanted), { timeout: 10_000 }),
  }
}
const twoDaysLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS })

test('a page that stays open for days does not keep all that was ever accepted', async () => {
  const { db, follow, tap, untilThere } = await device()
  const stop = await follow()
  await tap('Lunch')
  await untilThere([['acked', 'Lunch']])
  twoDaysLater()
  await tap('Break')
  await untilThere([['acked', 'Break']])
  stop()
  db.close()
})

test('the next page hears days later what was sent with no page open', async () => {
  const { db, follow, tap, typesOf, untilThere } = await device()
  const stop = await follow()
  await tap('Lunch')
  await untilThere([['acked', 'Lunch']])
  stop()
  twoDaysLater()
  const published = vi.fn<(rows: readonly Row[]) => void>()
  const end = await follow(published)
  await vi.waitFor(() => expect(published).toHaveBeenCalled(), { timeout: 10_000 })
  expect(typesOf(published.mock.calls[0]?.[0] ?? [])).toEqual([['acked', 'Lunch']])
  end()
  db.close()
})

test('a page that slept hears of every accepted change, however many', async () => {
  const { db, follow, tap } = await device()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const told = new Map<number, Row['state']>()
  const stop = await follow((rows) => {
    for (const { seq, state } of rows) told.set(seq, state)
  })
  for (let count = 0; count < 150; count++) await tap(`Break ${count}`)
  await vi.waitFor(() => expect(told.size).toBe(150), { timeout: 15_000 })
  // As the worker does it; the page hears of it when it is awake again.
  await db.outbox.where('userId').equals(ADA).modify({ state: 'acked', settledAt: Date.now() })
  await vi.waitFor(() => expect(new Set(told.values())).toEqual(new Set(['acked'])), { timeout: 15_000 })
  expect(told.size).toBe(150)
  stop()
  db.close()
})
