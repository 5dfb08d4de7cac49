import { expect, test } from 'vitest'
import { successRate } from './success-rate.ts'

test.each([
  [0, 0, '–'],
  [0, 12, '0'],
  [12, 12, '100'],
  [2_499, 2_500, '99.9'],
  [99_999, 100_000, '99.9'],
  [2_345, 2_500, '93.8'],
  [1, 3, '33.3'],
  [2, 3, '66.6'],
  [1, 2, '50.0'],
  [29, 100, '29.0'],
  [1, 20, '5.00'],
  [1, 1_000, '0.100'],
])('%i of %i is %s', (successful, total, rate) => {
  expect(successRate(successful, total)).toBe(rate)
})
