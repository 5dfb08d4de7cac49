import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from './row.ts'
import { throttledPublisher } from './throttled-publisher.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns `count` rows, of which the first `acked` have been accepted. */
const rows = (count: number, acked = 0): Row[] =>
  Array.from(
    { length: count },
    (_, seq) => ({ seq, key: `key ${seq}`, state: seq < acked ? 'acked' : 'pending' }) as Row,
  )

function listen() {
  const heard: (readonly Row[])[] = []
  return { heard, ...throttledPublisher((each) => heard.push(each)) }
}

test('reports every change while few rows wait', () => {
  const { heard, onRows } = listen()
  for (let acked = 0; acked <= 10; acked++) onRows(rows(10, acked))
  expect(heard).toHaveLength(11)
})

test('reports the first of many changes at once, then a few times a second, and always the last', () => {
  const { heard, onRows } = listen()
  for (let acked = 0; acked < 40; acked++) {
    onRows(rows(500, acked))
    vi.advanceTimersByTime(25)
  }
  expect(heard[0]).toEqual(rows(500, 0))
  expect(heard.length).toBeLessThanOrEqual(5)
  vi.advanceTimersByTime(250)
  expect(heard.at(-1)).toEqual(rows(500, 39))
})

test('reports every accepted row even if timers do not fire', () => {
  const { heard, onRows } = listen()
  for (let acked = 0; acked <= 300; acked += 10) onRows(rows(500, acked).slice(Math.max(0, acked - 100)))
  const told = new Set(heard.flatMap((each) => each.filter(({ state }) => state === 'acked').map(({ key }) => key)))
  expect(told.size).toBe(300)
})

test('reports nothing once it is stopped', () => {
  const { heard, onRows, stop } = listen()
  onRows(rows(500))
  onRows(rows(500, 1))
  stop()
  vi.advanceTimersByTime(1_000)
  expect(heard).toHaveLength(1)
})
