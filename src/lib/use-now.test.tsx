import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow } from './use-now.ts'

/** After the module was loaded. */
const START = Date.now() + 86_400_000
let drawn: number[] = []

function Clock() {
  drawn.push(useNow() - START)
  // Drawing takes its time.
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

test('what shows the time is drawn once as it comes, however many show it', () => {
  render(<Clock />)
  expect(drawn).toEqual([60_000])
  vi.setSystemTime(START + 63_000)
  render(<Clock />)
  expect(drawn).toEqual([60_000, 60_000])
})

test('a time that nobody looked at is not shown to the next', () => {
  render(<Clock />)
  cleanup()
  vi.setSystemTime(START + 90_000)
  render(<Clock />)
  expect(drawn).toEqual([60_000, 90_000])
})
