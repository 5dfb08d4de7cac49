import { afterEach, expect, test, vi } from 'vitest'

// The real module: all other tests use a mock (tests/setup-page.ts).
const { afterPaint } = await vi.importActual<typeof import('./after-paint.ts')>('./after-paint.ts')

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('runs after the next frame is painted', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  afterPaint(run)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersToNextFrame()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})

test('does not run once cancelled', () => {
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

test('runs at once in a hidden window', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const run = vi.fn()
  afterPaint(run)
  expect(run).toHaveBeenCalledTimes(1)
})

test('runs once when the window becomes hidden', () => {
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
