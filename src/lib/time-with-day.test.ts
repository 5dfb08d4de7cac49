import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'
import { timeWithDay } from './time-with-day.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString()
const NOW = Date.parse(at(26, 12))

test.each([
  ['today, from its first hour', at(26, 0), ''],
  ['to its last', at(26, 23), ''],
  ['yesterday, less than a day ago', at(25, 23), 'Wed '],
  ['tomorrow', at(27, 1), 'Fri '],
  ['five days ago', at(21, 13), 'Sat '],
  ['a week ago, on the same weekday', at(19, 12), 'Nov 19 '],
])('%s', (_when, instant, day) => {
  expect(timeWithDay(instant, NOW)).toBe(`${day}${clockTime(instant)}`)
})
