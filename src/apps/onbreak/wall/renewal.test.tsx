/** When a wall reloads itself: for a waiting version or a heap that has grown, at a moment when nobody notices. */
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportReachable, reportUnreachable } from '#src/api/connection.ts'
import { useRenewal } from './upkeep.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const version = vi.hoisted(() => ({ isWaiting: false, applied: 0 }))
vi.mock('#src/offline/service-worker.ts', () => ({
  isUpdateWaiting: () => version.isWaiting,
  applyUpdate: () => {
    version.applied++
  },
}))

const reload = vi.fn()
let visibility: DocumentVisibilityState
let renewal: ReturnType<typeof renderHook<void, { changedAt: number }>>
beforeEach(() => {
  reportReachable()
  Object.assign(version, { isWaiting: false, applied: 0 })
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(window.location, 'reload').mockImplementation(reload.mockClear())
  // No jitter: the earliest possible moment.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.useFakeTimers()
  renewal = renderHook(({ changedAt }) => useRenewal(changedAt), { initialProps: { changedAt: 0 } })
})
afterEach(() => {
  renewal.unmount()
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(performance, 'memory')
  reportReachable()
})

const pass = (minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) vi.advanceTimersByTime(MINUTE_MS)
}
const isHeap = (bytes: number) =>
  Object.defineProperty(performance, 'memory', { configurable: true, value: { usedJSHeapSize: bytes } })

test('changes to a waiting version once the screen was left alone for ten minutes', () => {
  version.isWaiting = true
  pass(9)
  expect(version.applied).toBe(0)
  pass(1)
  expect(version.applied).toBe(1)
  expect(reload).not.toHaveBeenCalled()
})

test.each(['pointerdown', 'keydown'])('does not change while somebody uses the screen (%s)', (kind) => {
  version.isWaiting = true
  pass(8)
  window.dispatchEvent(new Event(kind))
  pass(9)
  expect(version.applied).toBe(0)
  pass(1)
  expect(version.applied).toBe(1)
})

test('does not change within five minutes after somebody has left or come back', () => {
  version.isWaiting = true
  pass(6)
  renewal.rerender({ changedAt: Date.now() })
  pass(3)
  renewal.rerender({ changedAt: Date.now() })
  pass(4)
  expect(version.applied).toBe(0)
  pass(1)
  expect(version.applied).toBe(1)
})

test('waits at most a day for a better moment if somebody comes or goes all the time', () => {
  version.isWaiting = true
  const busy = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      renewal.rerender({ changedAt: Date.now() })
      pass(1)
    }
  }
  busy(24 * 60)
  expect(version.applied).toBe(0)
  window.dispatchEvent(new Event('pointerdown'))
  busy(9)
  expect(version.applied).toBe(0)
  busy(1)
  expect(version.applied).toBe(1)
})

test('does not change while offline: there is nothing to load from', () => {
  version.isWaiting = true
  isHeap(1e9)
  reportUnreachable()
  pass(30)
  expect([version.applied, reload.mock.calls.length]).toEqual([0, 0])
})

test('spreads the change of many screens over half an hour', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  version.isWaiting = true
  pass(24)
  expect(version.applied).toBe(0)
  pass(1)
  expect(version.applied).toBe(1)
})

test('picks a new moment if a clock far ahead had picked it', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.setSystemTime(Date.now() + 100 * HOUR_MS)
  version.isWaiting = true
  pass(10)
  vi.setSystemTime(Date.now() - 100 * HOUR_MS)
  pass(30)
  expect(version.applied).toBeGreaterThan(0)
})

test('reloads at a quiet moment when the heap has grown, but not at its usual size', () => {
  isHeap(100 * 1_048_576)
  pass(20)
  expect(reload).not.toHaveBeenCalled()
  isHeap(151 * 1_048_576)
  window.dispatchEvent(new Event('pointerdown'))
  pass(9)
  expect(reload).not.toHaveBeenCalled()
  pass(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('does not reload when no frames were drawn because it was hidden or asleep', () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  visibility = 'hidden'
  pass(10)
  expect(reload).not.toHaveBeenCalled()
  visibility = 'visible'
  pass(2)
  // The machine slept: the timer does not run for hours, then once.
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 8 * HOUR_MS)
  pass(1)
  expect(reload).not.toHaveBeenCalled()
})
