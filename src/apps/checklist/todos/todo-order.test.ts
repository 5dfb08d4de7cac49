import { expect, test } from 'vitest'
import type { Todo } from '#contract/apps/checklist.ts'
import { afterMove, inDirection, type Move, moveByStep, moveOnto, withMoves } from './todo-order.ts'

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
const moved = (todos: readonly Todo[], move: Move | null) => move && afterMove(todos, move)
const shape = (todos: readonly Todo[] | null) =>
  todos?.map(({ customMessage, weight }) => `${customMessage}${weight}`).join(' ') ?? null

test.each([
  ['b', 1, 'a0 c1 b2 d3'],
  ['b', -1, 'b0 a1 c2 d3'],
  ['a', -1, null],
  ['d', 1, null],
] as const)('moves %s by %i', (name, step, expected) => {
  expect(shape(moved(list, moveByStep(list, list, id(name), step)))).toBe(expected)
})

test('under a filter, swaps with the next visible todo and leaves the others in place', () => {
  const shown = named('ad')
  expect(shape(moved(list, moveByStep(list, shown, id('a'), 1)))).toBe('d0 b1 c2 a3')
  expect(moveByStep(list, shown, id('d'), 1)).toBeNull()
})

test.each([
  ['a', 'c', 'b0 c1 a2 d3'],
  ['d', 'a', 'd0 a1 b2 c3'],
  ['b', 'b', null],
  ['b', 'z', null],
  ['z', 'b', null],
] as const)('drops %s onto %s', (name, onto, expected) => {
  expect(shape(moved(list, moveOnto(list, id(name), id(onto))))).toBe(expected)
})

test('renumbers weights with gaps and duplicates from 0', () => {
  const odd = inDirection([todo('b', 7), todo('a', 7), todo('c', 2), todo('x', 0, true)], false)
  expect(odd.map(({ customMessage }) => customMessage)).toEqual(['c', 'a', 'b'])
  expect(shape(moved(odd, moveByStep(odd, odd, id('a'), 1)))).toBe('c0 b1 a2')
})

test('leaves the other direction alone', () => {
  const all = [...list, todo('x', 0, true)]
  const move = moveByStep(list, list, id('a'), 1)
  const after = withMoves(all, move ? [move] : [])
  expect(shape(inDirection(after, false))).toBe('b0 a1 c2 d3')
  expect(shape(inDirection(after, true))).toBe('x0')
})

test.each([
  ['goes where its neighbour is now', 'bacd', 'b0 c1 a2 d3'],
  ['passes what came between them', 'adbc', 'd0 b1 c2 a3'],
  ['stays where it is if it is past it already', 'cbad', 'c0 b1 a2 d3'],
  ['stays where it is without its neighbour', 'bad', 'b0 a1 d2'],
])('in a newer list, a todo that was moved past another %s', (_, newer, expected) => {
  const now = [...newer].map((name, weight) => todo(name, weight))
  // a was moved from before c to after it.
  expect(shape(moved(now, moveOnto(list, id('a'), id('c'))))).toBe(expected)
})
