import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveFrame } from '#contract/live.ts'
import { frameBatcher } from './frame-batcher.ts'

const LIST: LiveFrame = []
let heard: (readonly LiveFrame[])[] = []
const look = (state: DocumentVisibilityState) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)

beforeEach(() => {
  heard = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('passes on a burst once, with the next animation frame', () => {
  const { add } = frameBatcher((frames) => heard.push(frames))
  add(LIST)
  add(LIST)
  expect(heard).toEqual([])
  vi.advanceTimersToNextFrame()
  expect(heard).toEqual([[LIST, LIST]])
})

test('passes frames on at once in a hidden window, and none again when it is shown', () => {
  const { add } = frameBatcher((frames) => heard.push(frames))
  add(LIST)
  look('hidden')
  add(LIST)
  expect(heard).toEqual([[LIST, LIST]])
  look('visible')
  vi.advanceTimersToNextFrame()
  expect(heard).toHaveLength(1)
})

test('passes on pending frames at the end', () => {
  const { add, flush } = frameBatcher((frames) => heard.push(frames))
  add(LIST)
  flush()
  flush()
  vi.advanceTimersToNextFrame()
  expect(heard).toEqual([[LIST]])
})
