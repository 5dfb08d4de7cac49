/** The order of the todos of one direction: what an arrow and a drag make of it (wire.md §4). Pure. */
import type { Todo } from '#contract/apps/checklist.ts'

/** Weights are numbered from 0 in the order of the list. */
const renumbered = (list: readonly Todo[]): Todo[] =>
  list.map((todo, weight) => (todo.weight === weight ? todo : { ...todo, weight }))

const placeOf = (list: readonly Todo[], id: number | undefined) => list.findIndex(({ _id }) => _id === id)

/** One direction of all, in its order. */
export const inDirection = (all: readonly Todo[], isOffboarding: boolean): Todo[] =>
  all.filter((todo) => todo.isOffboarding === isOffboarding).sort((a, b) => a.weight - b.weight || a._id - b._id)

/** Swaps with the next one in sight; null where there is none. `shown`: the part of `list` that a filter leaves. */
export function swapped(list: readonly Todo[], shown: readonly Todo[], id: number, step: 1 | -1): Todo[] | null {
  const [from, to] = [placeOf(list, id), placeOf(list, shown[placeOf(shown, id) + step]?._id)]
  const [moving, other] = [list[from], list[to]]
  if (!moving || !other) return null
  return renumbered(list.map((todo, index) => (index === from ? other : index === to ? moving : todo)))
}

/** Puts one where another is; the ones between make room. */
export function dropped(list: readonly Todo[], id: number, onto: number): Todo[] | null {
  const [from, to] = [placeOf(list, id), placeOf(list, onto)]
  const moving = list[from]
  if (!moving || to < 0 || from === to) return null
  return renumbered(list.toSpliced(from, 1).toSpliced(to, 0, moving))
}

/** All todos with the weights of those that were put into a new order. */
export function withOrder(all: readonly Todo[], order: readonly Todo[]): Todo[] {
  const weights = new Map(order.map(({ _id, weight }) => [_id, weight]))
  return all.map((todo) => {
    const weight = weights.get(todo._id) ?? todo.weight
    return weight === todo.weight ? todo : { ...todo, weight }
  })
}
