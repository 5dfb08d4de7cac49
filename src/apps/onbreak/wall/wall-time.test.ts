import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isQuiet, useWakeLock } from './upkeep.ts'
import { freshnessAt, isAwakeAt, pageAt, schemeAt, shiftAt, usePage, useTick } from './wall-time.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

afterEach(() => vi.useRealTimers())

test('is light by day, dark by night, and dark if the device prefers it', () => {
  expect([6, 7, 12, 18, 19, 0].map((hour) => schemeAt(hour, false))).toEqual([
    'dark',
    'light',
    'light',
    'light',
    'dark',
    'dark',
  ])
  expect(schemeAt(12, true)).toBe('dark')
})

test('picks the first page by the clock', () => {
  expect([0, 14, 15, 30, 45].map((second) => pageAt(second * SECOND, 3))).toEqual([0, 0, 1, 2, 0])
  expect(pageAt(99 * SECOND, 1)).toBe(0)
  expect(pageAt(99 * SECOND, 0)).toBe(0)
})

test('keeps a page for its 15 s, however many there are meanwhile', () => {
  const { result, rerender } = renderHook(([second, pages]) => usePage(second * SECOND, pages), {
    initialProps: [30, 7] as [number, number],
  })
  const shown = (second: number, pages: number) => {
    rerender([second, pages])
    return result.current
  }
  expect(result.current).toBe(2)
  expect([shown(31, 6), shown(33, 8), shown(44, 5)]).toEqual([2, 2, 2])
  expect([shown(45, 6), shown(60, 5), shown(61, 6)]).toEqual([3, 4, 4])
  // The last page is gone: the one before it is shown, then the first.
  expect([shown(62, 4), shown(75, 4), shown(76, 1), shown(90, 1), shown(105, 3)]).toEqual([3, 0, 0, 0, 1])
})

test('turns no page when the clock is corrected by a second, but does when it is set anew', () => {
  const { result, rerender } = renderHook((second) => usePage(second * SECOND, 7), { initialProps: 45 })
  const shown = (second: number) => {
    rerender(second)
    return result.current
  }
  expect([result.current, shown(44), shown(45), shown(59)]).toEqual([3, 3, 3, 3])
  expect([shown(60), shown(58), shown(61), shown(75)]).toEqual([4, 4, 4, 5])
  expect([shown(15), shown(16), shown(30)]).toEqual([6, 6, 0])
})

test('moves the picture a little every three minutes, within the margin of four hundredths', () => {
  const places = Array.from({ length: 9 }, (_, index) => shiftAt(index * 3 * MINUTE))
  expect(new Set(places.map(String)).size).toBe(8)
  for (const place of places.flat()) expect(Math.abs(place)).toBeLessThanOrEqual(0.8)
})

test('is lost after a minute of silence and stale after ten', () => {
  expect([59, 60, 599, 600].map((second) => freshnessAt(second * SECOND, 0))).toEqual([
    'fresh',
    'lost',
    'lost',
    'stale',
  ])
})

test('counts nothing as fresh and holds up no quiet moment when the clock is set back', () => {
  const before = 1_000 * MINUTE
  expect([30 * SECOND, 5 * MINUTE, 60 * MINUTE].map((back) => freshnessAt(before - back, before))).toEqual([
    'fresh',
    'lost',
    'stale',
  ])
  expect(isQuiet(before - 60 * MINUTE, before, before)).toBe(true)
  expect(isQuiet(before - MINUTE, before, before)).toBe(false)
})

test('is quiet after ten minutes untouched and five unchanged', () => {
  const now = 100 * MINUTE
  expect(isQuiet(now, now - 10 * MINUTE, now - 5 * MINUTE)).toBe(true)
  expect(isQuiet(now, now - 9 * MINUTE, 0)).toBe(false)
  expect(isQuiet(now, 0, now - 4 * MINUTE)).toBe(false)
})

test('shares one interval among all ticks, and ends it with the last', () => {
  vi.useFakeTimers({ now: 1_000 * MINUTE })
  const clocks = [SECOND, MINUTE, 15 * SECOND].map((step) => renderHook(() => useTick(step)))
  expect(vi.getTimerCount()).toBe(1)
  act(() => vi.advanceTimersByTime(31 * SECOND))
  expect(clocks.map(({ result }) => result.current - 1_000 * MINUTE)).toEqual([31 * SECOND, 0, 30 * SECOND])
  for (const { unmount } of clocks) unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('keeps the device awake by day, but not by night', async () => {
  expect([5, 6, 12, 21, 22, 0].map(isAwakeAt)).toEqual([false, true, true, true, false, false])
  const release = vi.fn(async () => {})
  const request = vi.fn(async () => ({ release, released: false }))
  vi.stubGlobal('navigator', { ...navigator, wakeLock: { request } })
  const { rerender, unmount } = renderHook(({ isWanted }) => useWakeLock(isWanted), {
    initialProps: { isWanted: true },
  })
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1), 10_000)
  await act(async () => rerender({ isWanted: false }))
  expect(release).toHaveBeenCalledTimes(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledTimes(1)
  await act(async () => rerender({ isWanted: true }))
  expect(request).toHaveBeenCalledTimes(2)
  unmount()
  vi.unstubAllGlobals()
})

test('requests a lock again after the browser has released it', async () => {
  vi.useFakeTimers()
  const lock = { released: false, release: async () => {} }
  const request = vi.fn(async () => lock)
  vi.stubGlobal('navigator', { ...navigator, wakeLock: { request } })
  const { unmount } = renderHook(() => useWakeLock(true))
  await act(() => vi.advanceTimersByTimeAsync(MINUTE))
  expect(request).toHaveBeenCalledTimes(1)
  lock.released = true
  await act(() => vi.advanceTimersByTimeAsync(MINUTE))
  expect(request).toHaveBeenCalledTimes(2)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
  vi.unstubAllGlobals()
})
