import { expect, test } from 'vitest'
import { duration } from './duration.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './spans.ts'

test.each([
  // The other clock may be ahead.
  [-MINUTE_MS, 'under 1 min'],
  [MINUTE_MS - 1, 'under 1 min'],
  [MINUTE_MS, '1 min'],
  [HOUR_MS - 1, '59 min'],
  [HOUR_MS, '1 h 00 min'],
  [DAY_MS - 1, '23 h 59 min'],
  [DAY_MS, '1 day'],
  [2 * DAY_MS - 1, '1 day'],
  [2 * DAY_MS, '2 days'],
])('%d ms are %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words)
})
