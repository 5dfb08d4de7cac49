import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchSoon } from './fetch-soon.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const fetched = () => vi.fn(async () => {})

test('fetches the code three seconds after the screen was opened', () => {
  const code = fetched()
  fetchSoon(code)
  vi.advanceTimersByTime(2_999)
  expect(code).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(code).toHaveBeenCalledOnce()
})

test.each(['keydown', 'pointerdown', 'wheel'])('waits while somebody uses the page: %s', (type) => {
  const code = fetched()
  fetchSoon(code)
  for (let times = 0; times < 5; times++) {
    vi.advanceTimersByTime(2_000)
    window.dispatchEvent(new Event(type))
  }
  expect(code).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  expect(code).toHaveBeenCalledOnce()
})

test('fetches once, and not at all once cancelled', () => {
  const [code, unwanted] = [fetched(), fetched()]
  fetchSoon(code)
  fetchSoon(unwanted)()
  vi.advanceTimersByTime(3_000)
  window.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(10_000)
  expect(code).toHaveBeenCalledOnce()
  expect(unwanted).not.toHaveBeenCalled()
})
