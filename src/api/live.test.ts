import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/live.ts'
import { openLive } from './live.ts'

const { Line } = vi.hoisted(() => {
  class Line extends EventTarget {
    static last: Line
    readonly options: { shouldReconnectOnClose: (event: { code: number }) => boolean }
    reconnects = 0
    isClosed = false
    constructor(_address: unknown, _protocols: unknown, options: Line['options']) {
      super()
      this.options = options
      Line.last = this
    }
    reconnect() {
      this.reconnects++
    }
    close() {
      this.isClosed = true
    }
  }
  return { Line }
})

vi.mock('partysocket/ws', () => ({ default: Line }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const say = (frame: unknown) =>
  Line.last.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }))

test('a line that is silent for 45 s is dialled anew, and any word starts the wait again', () => {
  const close = openLive(() => {})
  Line.last.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(44_000)
  say([])
  vi.advanceTimersByTime(44_000)
  expect(Line.last.reconnects).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(Line.last.reconnects).toBe(1)
  close()
  expect(Line.last.isClosed).toBe(true)
})

test('what is not a frame of the board is not passed on', () => {
  const heard: unknown[] = []
  const close = openLive((frame) => heard.push(frame))
  say({ some: 'thing' })
  Line.last.dispatchEvent(Object.assign(new Event('message'), { data: '{"half' }))
  say([])
  expect(heard).toEqual([[]])
  close()
})

test('a restarted server is dialled again, one that shows the door is not', () => {
  const close = openLive(() => {})
  const dialsAgainAfter = (code: number) => Line.last.options.shouldReconnectOnClose({ code })
  expect([CLOSE.restart, 1006, CLOSE.tooSlow, CLOSE.notYours, CLOSE.noTicket].map(dialsAgainAfter)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  close()
})
