/**
 * What a wall does besides showing the board: stays awake while it is visible, fills the screen, recovers by itself.
 */
import { act, render, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { useFullScreen, useRestingPointer, useWakeLock } from './upkeep.ts'
import { mergeFrames, type WallBoard } from './use-wall-board.ts'
import { BrokenWall } from './WallPage.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

function wakeLock() {
  const release = vi.fn(async () => {})
  let give = () => {}
  const request = vi.fn(
    () =>
      new Promise((resolve) => {
        give = () => resolve({ release, released: false })
      }),
  )
  vi.stubGlobal('navigator', { ...navigator, wakeLock: { request } })
  return { request, release, give: () => give() }
}

test('releases a lock that arrives after the screen was left', async () => {
  const { request, release, give } = wakeLock()
  const { unmount } = renderHook(() => useWakeLock(true))
  expect(request).toHaveBeenCalledOnce()
  unmount()
  give()
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce(), 10_000)
})

test('keeps the device awake only while the window is visible', () => {
  const { request } = wakeLock()
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { unmount } = renderHook(() => useWakeLock(true))
  expect(request).not.toHaveBeenCalled()
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledOnce()
  unmount()
})

test('toggles full screen with a click, but not with one on a link', () => {
  const [fill, giveBack] = [vi.fn(async () => {}), vi.fn(async () => {})]
  document.documentElement.requestFullscreen = fill
  document.exitFullscreen = giveBack
  let full: Element | null = null
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full })
  document.body.innerHTML = '<p>Ann</p><a href="#"><b>Back to home</b></a>'
  const click = (what: string) =>
    document.querySelector(what)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const { unmount } = renderHook(() => useFullScreen())
  click('b')
  expect(fill).not.toHaveBeenCalled()
  click('p')
  expect(fill).toHaveBeenCalledOnce()
  full = document.body
  click('p')
  expect([fill.mock.calls.length, giveBack.mock.calls.length]).toEqual([1, 1])
  unmount()
  click('p')
  expect(giveBack).toHaveBeenCalledOnce()
  Reflect.deleteProperty(document, 'fullscreenElement')
})

test('hides a resting pointer, and shows it again once it moves', () => {
  vi.useFakeTimers()
  const { result, unmount } = renderHook(() => useRestingPointer())
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
  const move = () => act(() => window.dispatchEvent(new Event('pointermove')))
  expect(result.current).toBe(false)
  pass(4_000)
  expect(result.current).toBe(true)
  move()
  expect(result.current).toBe(false)
  pass(2_000)
  move()
  pass(2_000)
  expect(result.current).toBe(false)
  pass(2_000)
  expect(result.current).toBe(true)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('tries again within a minute after a failure, unless it is left', () => {
  vi.useFakeTimers()
  const reload = vi.fn()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  render(<BrokenWall />).unmount()
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
  render(<BrokenWall />)
  vi.advanceTimersByTime(59_000)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(reload).toHaveBeenCalledOnce()
})

const person = (userId: number, rev: number, status = false): LiveMessage => ({
  ...{ userId, userName: `Person ${userId}`, empType: '', status, breakType: status ? '' : 'Lunch', customMessage: '' },
  ...{ timeLeft: null, rev },
})
const board = (people: WallBoard['people']): WallBoard => ({ people, heardAt: 1, changedAt: 2, isKept: false })

test('takes a full list as a sign of life only, and a single update as a change', () => {
  const listed = mergeFrames(board([]), [[person(1, 1)]], 10)
  expect(listed).toEqual({ people: [person(1, 1)], heardAt: 10, changedAt: 2, isKept: false })
  const told = mergeFrames(listed, [person(1, 2, true)], 20)
  expect(told).toEqual({ people: [person(1, 2, true)], heardAt: 20, changedAt: 20, isKept: false })
})

test('shows nothing before a full list: single updates are not everybody', () => {
  expect(mergeFrames(board(null), [person(1, 1)], 10).people).toBeNull()
  expect(mergeFrames(board(null), [person(1, 1), [person(2, 2)]], 10).people).toEqual([person(2, 2)])
})
