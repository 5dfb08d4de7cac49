import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportReachable } from '#src/api/connection.ts'
import { useRenewal, useWakeLock } from './upkeep.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const reload = vi.fn()
beforeEach(() => {
  // A file before this one may have left the line down, over which nothing is loaded.
  reportReachable()
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const setClock = (by: number) => vi.setSystemTime(Date.now() + by)

test('a screen on which nothing is drawn any more loads itself anew', () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const { unmount } = renderHook(() => useRenewal(0))
  vi.advanceTimersByTime(3 * MINUTE_MS)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(reload).toHaveBeenCalledOnce()
  unmount()
})

test('a clock that is set back and corrected, right where a frame is drawn, is no reason', () => {
  const { unmount } = renderHook(() => useRenewal(0))
  vi.advanceTimersByTime(MINUTE_MS)
  setClock(-HOUR_MS)
  vi.advanceTimersByTime(1_000)
  setClock(HOUR_MS)
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(reload).not.toHaveBeenCalled()
  unmount()
})

test('however often the screen is seen again while one is asked for, it holds one lock, and lets it go', async () => {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  const release = vi.fn(async () => {})
  const request = vi.fn(() => given.then(() => ({ released: false, release })))
  vi.stubGlobal('navigator', { wakeLock: { request } })
  const { unmount } = renderHook(() => useWakeLock(true))
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  give()
  await vi.advanceTimersByTimeAsync(0)
  unmount()
  expect(request).toHaveBeenCalledOnce()
  expect(release).toHaveBeenCalledOnce()
})
