import { afterEach, expect, test, vi } from 'vitest'
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import { queryClient } from '#src/api/query-client.ts'
import { updateServerClock } from '#src/lib/server-clock.ts'
import type { Row } from '#src/offline/row.ts'
import { applyToInfo, breakChange } from './changes.ts'
import { breakOf } from './queries.ts'

const SOUP: BreakInfo = {
  user: 7,
  userName: 'Ada',
  empType: '',
  status: false,
  breakType: 'Lunch',
  customMessage: 'Soup',
  clockOutTime: '2026-03-02T12:00:00.000Z',
}
const BACK: BreakInfo = { ...SOUP, status: true, breakType: '', customMessage: '', clockOutTime: null }
const { queryKey } = breakOf(7)

afterEach(() => queryClient.clear())

/** Settles a change whose answer came `ago` ms ago, and returns the cached record. */
function heldAfter(answer: BreakInfo, ago: number) {
  queryClient.setQueryData(queryKey, { ...BACK, ...(answer.rev === undefined ? {} : { rev: 1 }) })
  const change = { kind: 'break.set', entity: 'break:7', params: { id: 7 }, userId: 1 }
  breakChange.onSettled({ ...change, state: 'acked', answer, settledAt: Date.now() - ago })
  return queryClient.getQueryState<BreakInfo>(queryKey)
}

test('takes another server’s answer as it arrives', () => {
  expect(heldAfter(SOUP, 100)?.data).toEqual(SOUP)
})

test('ignores an old answer of another server at a later launch', () => {
  expect(heldAfter(SOUP, 60_000)).toMatchObject({ data: BACK, isInvalidated: true })
})

test('ignores an answer that an earlier page has broadcast, however recent', () => {
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - 50)
  expect(heldAfter(SOUP, 100)).toMatchObject({ data: BACK, isInvalidated: true })
  vi.restoreAllMocks()
})

test('takes an old answer of our server unless a newer record is held', () => {
  expect(heldAfter({ ...SOUP, rev: 2 }, 60_000)?.data).toMatchObject({ customMessage: 'Soup' })
})

test('times a waiting change by the server’s clock, whatever the device’s says', () => {
  const taps = (occurredAt: string) =>
    applyToInfo(() => undefined)(BACK, {
      ...{ seq: 1, kind: 'break.set', entity: 'break:7', params: {}, userId: 7, state: 'queued' },
      ...{ occurredAt, body: { status: false, breakType: 'Lunch' } },
    } as unknown as Row).clockOutTime
  const now = Date.now()
  updateServerClock(new Date(now - 10_800_000).toUTCString(), now)
  const left = Date.parse(taps(new Date(now).toISOString()) ?? '')
  updateServerClock(new Date().toUTCString(), Date.now())
  expect(Math.abs(left - (now - 10_800_000))).toBeLessThan(2_000)
})
