import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { afterPaint } = await vi.importActual<typeof import('./after-paint.ts')>('./after-paint.ts')

const look = (visibility: DocumentVisibilityState) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)

beforeEach(() => {
  vi.useFakeTimers()
  look('visible')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const hide = () => {
  look('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

test('it runs after the next frame, once', () => {
  const run = vi.fn()
  afterPaint(run)
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  hide()
  expect(run).toHaveBeenCalledTimes(1)
})

test('in a window that nobody looks at, where no frame comes, it runs at once', () => {
  look('hidden')
  const run = vi.fn()
  afterPaint(run)
  expect(run).toHaveBeenCalledTimes(1)
})

test('whoever looks away meanwhile does not hold it up', () => {
  const run = vi.fn()
  afterPaint(run)
  hide()
  expect(run).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
})

test('given up, it never runs', () => {
  const run = vi.fn()
  afterPaint(run)()
  hide()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
})
