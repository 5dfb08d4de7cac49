import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateServerClock } from './server-clock.ts'
import { useNow } from './use-now.ts'

/** Later than the load of the module. */
const START = Date.now() + 86_400_000
let drawn: number[] = []

function Clock() {
  drawn.push(useNow() - START)
  // Simulates that rendering takes time.
  vi.setSystemTime(Date.now() + 1)
  return null
}

beforeEach(() => {
  vi.useFakeTimers({ now: START + 60_000, toFake: ['Date', 'setInterval', 'clearInterval'] })
  drawn = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('renders a component once when it is mounted, however many use the clock', () => {
  render(<Clock />)
  expect(drawn).toEqual([60_000])
  vi.setSystemTime(START + 63_000)
  render(<Clock />)
  expect(drawn).toEqual([60_000, 60_000])
})

test('renews a time that had no watchers', () => {
  render(<Clock />)
  cleanup()
  vi.setSystemTime(START + 90_000)
  render(<Clock />)
  expect(drawn).toEqual([60_000, 90_000])
})

test('is right at once when its window is seen again', () => {
  render(<Clock />)
  vi.setSystemTime(START + 3_600_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(drawn.at(-1)).toBe(3_600_000)
})

test('follows the server’s clock as soon as a difference is known', () => {
  render(<Clock />)
  act(() => updateServerClock(new Date(START + 10_860_000).toUTCString(), Date.now()))
  expect(Math.round((drawn.at(-1) ?? 0) / 60_000)).toBe(181)
  act(() => updateServerClock(new Date().toUTCString(), Date.now()))
  expect(Math.round((drawn.at(-1) ?? 0) / 60_000)).toBe(1)
})
