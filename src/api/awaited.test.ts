import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

test('the portal is awaited three seconds after the page was opened, until it answers', async () => {
  vi.useFakeTimers()
  // A page that has heard nothing yet.
  vi.resetModules()
  const { useIsAwaited } = await import('./awaited.ts')
  const { reportReachable } = await import('./connection.ts')
  const atFirst = renderHook(useIsAwaited).result
  act(() => vi.advanceTimersByTime(2_999))
  expect(atFirst.current).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(atFirst.current).toBe(true)
  // Wherever somebody comes by then.
  const later = renderHook(useIsAwaited).result
  expect(later.current).toBe(true)
  act(() => {
    reportReachable()
    vi.advanceTimersByTime(250)
  })
  expect([atFirst.current, later.current]).toEqual([false, false])
})
