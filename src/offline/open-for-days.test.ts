import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { DAY_MS } from '#src/lib/spans.ts'

const ADA = 7

beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that stays open for days does not keep all that was ever accepted', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: false, breakType: 'Lunch', rev: 5, user: ADA, userName: 'Ada' }),
  )
  const { openDb } = await import('./db.ts')
  const { follow, keep, rows } = await import('./engine.ts')
  const db = openDb()
  await db.delete({ disableAutoOpen: false })
  const stop = await follow({ userId: ADA, token: 't', maySend: true }, () => {}, vi.fn())
  const entity = `break:${ADA}`
  const tap = (breakType: string) =>
    keep({
      ...{ userId: ADA, entity, target: entity, kind: 'break.set', call: callId(updateMyBreak), params: {} },
      ...{ body: { status: false, breakType }, baseRev: null },
    })
  const states = async () =>
    (await rows(ADA)).map(({ state, body }) => [state, (body as { breakType: string }).breakType])
  await tap('Lunch')
  await vi.waitFor(async () => expect(await states()).toEqual([['acked', 'Lunch']]), { timeout: 10_000 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS })
  await tap('Break')
  await vi.waitFor(async () => expect(await states()).toEqual([['acked', 'Break']]), { timeout: 10_000 })
  stop()
  db.close()
})
