/** The order of the todos of one direction, and how an arrow or a drag changes it (wire.md §4). Pure. */
import type { Todo } from '#contract/apps/checklist.ts'

/** Numbers the weights from 0 in list order. */
const renumbered = (list: readonly Todo[]): Todo[] =>
  list.map((todo, weight) => (todo.weight === weight ? todo : { ...todo, weight }))

const placeOf = (list: readonly Todo[], id: number | undefined) => list.findIndex(({ _id }) => _id === id)

/** Returns the todos of one direction, in order. */
export const inDirection = (all: readonly Todo[], isOffboarding: boolean): Todo[] =>
  all.filter((todo) => todo.isOffboarding === isOffboarding).sort((a, b) => a.weight - b.weight || a._id - b._id)

/**
 * Swaps a todo with its neighbour in `shown`, the part of `list` left by the filter. Returns null if there is no
 * neighbour.
 */
export function swapped(list: readonly Todo[], shown: readonly Todo[], id: number, step: 1 | -1): Todo[] | null {
  const [from, to] = [placeOf(list, id), placeOf(list, shown[placeOf(shown, id) + step]?._id)]
  const [moving, other] = [list[from], list[to]]
  if (!moving || !other) return null
  return renumbered(list.map((todo, index) => (index === from ? other : index === to ? moving : todo)))
}

/** Moves a todo to the position of another; the todos between them shift. Returns null if nothing moves. */
export function dropped(list: readonly Todo[], id: number, onto: number): Todo[] | null {
  const [from, to] = [placeOf(list, id), placeOf(list, onto)]
  const moving = list[from]
  if (!moving || to < 0 || from === to) return null
  return renumbered(list.toSpliced(from, 1).toSpliced(to, 0, moving))
}

/** Returns all todos, with the weights of `order` where it has them. */
export function withOrder(all: readonly Todo[], order: readonly Todo[]): Todo[] {
  const weights = new Map(order.map(({ _id, weight }) => [_id, weight]))
  return all.map((todo) => {
    const weight = weights.get(todo._id) ?? todo.weight
    return weight === todo.weight ? todo : { ...todo, weight }
  })
}
