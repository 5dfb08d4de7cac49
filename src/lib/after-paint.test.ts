import { afterEach, expect, test, vi } from 'vitest'

// Of the one that all other tests do without (tests/setup-page.ts).
const { afterPaint } = await vi.importActual<typeof import('./after-paint.ts')>('./after-paint.ts')

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('waits for the frame, and for its end', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  afterPaint(run)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersToNextFrame()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})

test('given up, it never runs', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  afterPaint(run)()
  vi.advanceTimersByTime(1_000)
  const late = afterPaint(run)
  vi.advanceTimersToNextFrame()
  late()
  vi.advanceTimersByTime(1_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(run).not.toHaveBeenCalled()
})

test('a window that nobody looks at draws no frame: there it runs at once', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const run = vi.fn()
  afterPaint(run)
  expect(run).toHaveBeenCalledTimes(1)
})

test('nor does one that nobody looks at any more, and what waits for it runs, once', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  afterPaint(run)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(run).toHaveBeenCalledTimes(1)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(1)
})
