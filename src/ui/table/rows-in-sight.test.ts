import { expect, test } from 'vitest'
import { rowsInSight } from './use-rows-in-sight.ts'

const list = { count: 1_000, rowPx: 50, overscan: 2 }

test('what is in sight is drawn, with some rows on either side', () => {
  expect(rowsInSight({ top: 0, height: 500 }, list)).toEqual({ first: 0, end: 12 })
  expect(rowsInSight({ top: 5_000, height: 500 }, list)).toEqual({ first: 98, end: 112 })
})

test('where a row is cut at the top, one more is in sight at the bottom', () => {
  // The real position may be up to 5,049, the last pixel of the row that begins at 5,000.
  const { end } = rowsInSight({ top: 5_000, height: 500 }, { ...list, overscan: 1 })
  expect(end * list.rowPx).toBeGreaterThanOrEqual(5_049 + 500)
})

test('at the end nothing is drawn beyond it', () => {
  expect(rowsInSight({ top: 49_500, height: 500 }, list)).toEqual({ first: 988, end: 1_000 })
})

test('a list that became shorter than where it was scrolled to shows its end', () => {
  expect(rowsInSight({ top: 49_500, height: 500 }, { ...list, count: 100 })).toEqual({ first: 88, end: 100 })
  expect(rowsInSight({ top: 49_500, height: 500 }, { ...list, count: 3 })).toEqual({ first: 0, end: 3 })
  expect(rowsInSight({ top: 49_500, height: 500 }, { ...list, count: 0 })).toEqual({ first: 0, end: 0 })
})
