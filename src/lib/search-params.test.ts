import { expect, test } from 'vitest'
import { given, oneOf, ordered, positive, someText } from './search-params.ts'

test('what is not there is not named, and the rest keeps its order', () => {
  expect(Object.keys(given({ b: 'x', gone: undefined, a: '', n: 0 }))).toEqual(['b', 'a', 'n'])
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
])('%o as a whole number above 0: %o', (value, number) => {
  expect(positive(value)).toBe(number)
})

test('text that says something', () => {
  expect(['a', '', 7, undefined].map(someText)).toEqual(['a', undefined, undefined, undefined])
})

test('one of the words that are known', () => {
  expect(oneOf(['my', 'all'], 'all')).toBe('all')
  expect(oneOf(['my', 'all'], 'others')).toBeUndefined()
})

test('an order, and its direction only beside one', () => {
  expect(ordered('name', 'desc')).toEqual({ sort: 'name', dir: 'desc' })
  expect(ordered('name', 'asc')).toEqual({ sort: 'name' })
  expect(ordered(undefined, 'desc')).toEqual({})
})
