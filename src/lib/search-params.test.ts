import { expect, test } from 'vitest'
import { oneOf, ordered, positive, someText, withoutUndefined } from './search-params.ts'

test('leaves out undefined params, and keeps the order of the others', () => {
  expect(Object.keys(withoutUndefined({ b: 'x', gone: undefined, a: '', n: 0 }))).toEqual(['b', 'a', 'n'])
})

test.each([
  [7, 7],
  ['7', 7],
  ['0', undefined],
  [-1, undefined],
  ['1.5', undefined],
  ['seven', undefined],
  [undefined, undefined],
  [2 ** 53, undefined],
])('parses %o as a positive integer: %o', (value, number) => {
  expect(positive(value)).toBe(number)
})

test('accepts text that is not empty', () => {
  expect(['a', '', 7, undefined].map(someText)).toEqual(['a', undefined, undefined, undefined])
})

test('accepts one of the known words', () => {
  expect(oneOf(['my', 'all'], 'all')).toBe('all')
  expect(oneOf(['my', 'all'], 'others')).toBeUndefined()
})

test('names a direction only beside a sort order', () => {
  expect(ordered('name', 'desc')).toEqual({ sort: 'name', dir: 'desc' })
  expect(ordered('name', 'asc')).toEqual({ sort: 'name' })
  expect(ordered(undefined, 'desc')).toEqual({})
})
