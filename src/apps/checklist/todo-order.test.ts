import { expect, test } from 'vitest'
import type { Todo } from '#contract/apps/checklist.ts'
import { dropped, inDirection, swapped, withOrder } from './todo-order.ts'

const todo = (name: string, weight: number, isOffboarding = false): Todo => ({
  _id: name.charCodeAt(0),
  empType: 'Everyone',
  customMessage: name,
  moreInfo: '',
  isOffboarding,
  weight,
})
const id = (name: string) => name.charCodeAt(0)
const list = ['a', 'b', 'c', 'd'].map((name, weight) => todo(name, weight))
const named = (names: string) =>
  [...names].flatMap((name) => list.filter(({ customMessage }) => customMessage === name))
const shape = (todos: readonly Todo[] | null) =>
  todos?.map(({ customMessage, weight }) => `${customMessage}${weight}`).join(' ') ?? null

test.each([
  ['b', 1, 'a0 c1 b2 d3'],
  ['b', -1, 'b0 a1 c2 d3'],
  ['a', -1, null],
  ['d', 1, null],
] as const)('moves %s by %i', (name, step, expected) => {
  expect(shape(swapped(list, list, id(name), step))).toBe(expected)
})

test('under a filter, swaps with the next visible todo and leaves the others in place', () => {
  const shown = named('ad')
  expect(shape(swapped(list, shown, id('a'), 1))).toBe('d0 b1 c2 a3')
  expect(swapped(list, shown, id('d'), 1)).toBeNull()
})

test.each([
  ['a', 'c', 'b0 c1 a2 d3'],
  ['d', 'a', 'd0 a1 b2 c3'],
  ['b', 'b', null],
  ['b', 'z', null],
] as const)('drops %s onto %s', (name, onto, expected) => {
  expect(shape(dropped(list, id(name), id(onto)))).toBe(expected)
})

test('renumbers weights with gaps and duplicates from 0', () => {
  const odd = inDirection([todo('b', 7), todo('a', 7), todo('c', 2), todo('x', 0, true)], false)
  expect(odd.map(({ customMessage }) => customMessage)).toEqual(['c', 'a', 'b'])
  expect(shape(swapped(odd, odd, id('a'), 1))).toBe('c0 b1 a2')
})

test('leaves the other direction alone', () => {
  const all = [...list, todo('x', 0, true)]
  const order = swapped(list, list, id('a'), 1) ?? []
  expect(shape(inDirection(withOrder(all, order), false))).toBe('b0 a1 c2 d3')
  expect(shape(inDirection(withOrder(all, order), true))).toBe('x0')
})
