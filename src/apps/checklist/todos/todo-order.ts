/** The order of the todos of one direction, and how an arrow or a drag changes it (wire.md §4). Pure. */
import type { Todo } from '#contract/apps/checklist.ts'

/**
 * What somebody has moved. It says nothing about the other todos, so that it can be made in the newest list, whatever
 * others have moved there meanwhile.
 */
export interface Move {
  readonly moved: Todo
  /** The todo before or after which it comes. */
  readonly beside: Todo
  readonly isAfter: boolean
  /** The two change places: the filter hides those between them, which stay where they are. */
  readonly isSwap: boolean
}

/** Numbers the weights from 0 in list order. */
const renumbered = (list: readonly Todo[]): Todo[] =>
  list.map((todo, weight) => (todo.weight === weight ? todo : { ...todo, weight }))

const placeOf = (list: readonly Todo[], id: number | undefined) => list.findIndex(({ _id }) => _id === id)

/** Returns the todos of one direction, in order. */
export const inDirection = (all: readonly Todo[], isOffboarding: boolean): Todo[] =>
  all.filter((todo) => todo.isOffboarding === isOffboarding).sort((a, b) => a.weight - b.weight || a._id - b._id)

/**
 * Moves a todo past its neighbour in `shown`, the part of `list` left by the filter. Returns null if there is no
 * neighbour.
 */
export function moveByStep(list: readonly Todo[], shown: readonly Todo[], id: number, step: 1 | -1): Move | null {
  const [moved, beside] = [shown[placeOf(shown, id)], shown[placeOf(shown, id) + step]]
  if (!moved || !beside) return null
  const isSwap = placeOf(list, beside._id) - placeOf(list, id) !== step
  return { moved, beside, isAfter: step > 0, isSwap }
}

/** Moves a todo to the position of another; the todos between them shift. Returns null if nothing moves. */
export function moveOnto(list: readonly Todo[], id: number, onto: number): Move | null {
  const [from, to] = [placeOf(list, id), placeOf(list, onto)]
  const [moved, beside] = [list[from], list[to]]
  return moved && beside && from !== to ? { moved, beside, isAfter: from < to, isSwap: false } : null
}

/** Returns the list of one direction after a move. Nothing moves if a todo is missing or is on that side already. */
export function afterMove(list: readonly Todo[], { moved, beside, isAfter, isSwap }: Move): readonly Todo[] {
  const [from, to] = [placeOf(list, moved._id), placeOf(list, beside._id)]
  const [moving, other] = [list[from], list[to]]
  if (!moving || !other || from > to === isAfter) return list
  return renumbered(isSwap ? list.with(from, other).with(to, moving) : list.toSpliced(from, 1).toSpliced(to, 0, moving))
}

/** Returns all todos, with the moves made in the list of their direction. */
export const withMoves = (all: readonly Todo[], moves: readonly Move[]): readonly Todo[] =>
  moves.reduce<readonly Todo[]>((todos, move) => {
    const order = afterMove(inDirection(todos, move.moved.isOffboarding), move)
    const changed = new Map(order.map((todo) => [todo._id, todo]))
    return todos.map((todo) => changed.get(todo._id) ?? todo)
  }, all)
