import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportReachable } from '#src/api/connection.ts'
import { useRenewal, useWakeLock } from './upkeep.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const reload = vi.fn()
beforeEach(() => {
  // An earlier test file may have left the page offline, in which case it does not reload.
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

test('reloads a screen that draws no frames any more', () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const { unmount } = renderHook(() => useRenewal(0))
  vi.advanceTimersByTime(3 * MINUTE_MS)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(reload).toHaveBeenCalledOnce()
  unmount()
})

test('does not reload when the clock is set back and corrected around a frame', () => {
  const { unmount } = renderHook(() => useRenewal(0))
  vi.advanceTimersByTime(MINUTE_MS)
  setClock(-HOUR_MS)
  vi.advanceTimersByTime(1_000)
  setClock(HOUR_MS)
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(reload).not.toHaveBeenCalled()
  unmount()
})

test('holds only one lock, however often the screen is shown during the request, and releases it', async () => {
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
