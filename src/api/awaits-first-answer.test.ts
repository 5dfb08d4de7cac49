import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

/** Loads the modules anew, as in a page that has had no answer yet. */
async function newPage() {
  vi.useFakeTimers()
  vi.resetModules()
  const { useAwaitsFirstAnswer } = await import('./awaits-first-answer.ts')
  return { useAwaitsFirstAnswer, ...(await import('./connection.ts')) }
}

test('is true from three seconds after the page was opened until the portal answers', async () => {
  const { useAwaitsFirstAnswer, reportReachable } = await newPage()
  const atFirst = renderHook(useAwaitsFirstAnswer).result
  act(() => vi.advanceTimersByTime(2_999))
  expect(atFirst.current).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(atFirst.current).toBe(true)
  // A component that is mounted only now agrees.
  const later = renderHook(useAwaitsFirstAnswer).result
  expect(later.current).toBe(true)
  act(reportReachable)
  expect([atFirst.current, later.current]).toEqual([false, false])
})

test('is false while offline, and stays false once the connection is back', async () => {
  const { useAwaitsFirstAnswer, reportReachable, reportUnreachable } = await newPage()
  const { result } = renderHook(useAwaitsFirstAnswer)
  act(() => vi.advanceTimersByTime(3_000))
  expect(result.current).toBe(true)
  act(reportUnreachable)
  expect(result.current).toBe(false)
  act(reportReachable)
  expect(result.current).toBe(false)
})
