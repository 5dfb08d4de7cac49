import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

/** A page that has heard nothing yet. */
async function newPage() {
  vi.useFakeTimers()
  vi.resetModules()
  const { useIsAwaited } = await import('./awaited.ts')
  return { useIsAwaited, ...(await import('./connection.ts')) }
}

test('the portal is awaited three seconds after the page was opened, until it answers', async () => {
  const { useIsAwaited, reportReachable } = await newPage()
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

test('where there is no line nothing is looked for, and nothing is awaited once it is back', async () => {
  const { useIsAwaited, reportReachable, reportUnreachable } = await newPage()
  const { result } = renderHook(useIsAwaited)
  act(() => vi.advanceTimersByTime(3_000))
  expect(result.current).toBe(true)
  act(reportUnreachable)
  expect(result.current).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
  act(reportReachable)
  expect(result.current).toBe(false)
})
