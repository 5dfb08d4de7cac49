import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebounced } from './use-debounced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function debounced() {
  const { result, unmount } = renderHook(() => useDebounced(300))
  const done: string[] = []
  return { done, unmount, run: (name: string) => result.current.run(() => done.push(name)), now: result.current.now }
}

test('runs the last action once, after a pause', () => {
  const { done, run, now } = debounced()
  run('a')
  vi.advanceTimersByTime(299)
  run('ab')
  vi.advanceTimersByTime(299)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['ab'])
  // Done already: leaving the field must not search anew for what the Back button has taken away meanwhile.
  now()
  expect(done).toEqual(['ab'])
})

test('runs a waiting action at once, and not again after the pause', () => {
  const { done, run, now } = debounced()
  run('a')
  now()
  expect(done).toEqual(['a'])
  vi.advanceTimersByTime(1_000)
  expect(done).toEqual(['a'])
})

test('runs nothing once its component is gone', () => {
  const { done, run, unmount } = debounced()
  run('a')
  unmount()
  vi.advanceTimersByTime(1_000)
  expect(done).toEqual([])
})
