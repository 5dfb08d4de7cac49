import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveFrame } from '#contract/live.ts'
import { gathered } from './gathered.ts'

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

test('a burst is handed on once, with the next frame of the display', () => {
  const { add } = gathered((frames) => heard.push(frames))
  add(LIST)
  add(LIST)
  expect(heard).toEqual([])
  vi.advanceTimersToNextFrame()
  expect(heard).toEqual([[LIST, LIST]])
})

test('a hidden window gets it at once, and nothing more when it is shown again', () => {
  const { add } = gathered((frames) => heard.push(frames))
  add(LIST)
  look('hidden')
  add(LIST)
  expect(heard).toEqual([[LIST, LIST]])
  look('visible')
  vi.advanceTimersToNextFrame()
  expect(heard).toHaveLength(1)
})

test('what has come is handed on at the end as well', () => {
  const { add, flush } = gathered((frames) => heard.push(frames))
  add(LIST)
  flush()
  flush()
  vi.advanceTimersToNextFrame()
  expect(heard).toEqual([[LIST]])
})
