/** The order of a table's rows, kept up rather than made anew: of a live list a few change at a time. */

type Compare<Row> = (a: Row, b: Row) => number

/** More changes than one in so many: to sort is then faster. */
const MANY = 16

interface Known<Row> {
  readonly rows: readonly Row[]
  /** The places of `rows`, in order. */
  readonly order: readonly number[]
}

/** How many of `order` come before it; those that do stand first. */
function placeOf(order: readonly number[], isBefore: (place: number) => boolean): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(order[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Puts rows in order; equal ones keep the order in which they came. The answer is always that of a sort: what it remembers
 * is the rows that it was given last, of which it moves only those that are other objects now.
 */
export function rowOrder<Row>(compare: Compare<Row>): (rows: readonly Row[]) => readonly Row[] {
  let known: Known<Row> | null = null
  return (rows) => {
    const inOrder = (a: number, b: number) => compare(rows[a] as Row, rows[b] as Row) || a - b
    const before = known?.rows.length === rows.length ? known : null
    const changed = new Set<number>()
    if (before) for (const [at, row] of rows.entries()) if (row !== before.rows[at]) changed.add(at)
    let order: number[]
    if (!before || changed.size > rows.length / MANY) order = [...rows.keys()].sort(inOrder)
    else {
      order = before.order.filter((at) => !changed.has(at))
      for (const at of changed) {
        const place = placeOf(order, (other) => inOrder(other, at) < 0)
        order.splice(place, 0, at)
      }
    }
    known = { rows, order }
    return order.map((at) => rows[at] as Row)
  }
}
