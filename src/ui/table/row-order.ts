/** Incremental sorting of a table's rows: in a live list only a few rows change at a time. */

type Compare<Row> = (a: Row, b: Row) => number

/** If more than one row in this many has changed, a full sort is faster. */
const MANY = 16

interface SortedRows<Row> {
  readonly rows: readonly Row[]
  /** The indexes of `rows`, in sorted order. */
  readonly order: readonly number[]
}

/** Returns how many indexes in `order` satisfy `isBefore`, by binary search; those that do come first. */
function insertionIndex(order: readonly number[], isBefore: (place: number) => boolean): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(order[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns a function that sorts rows stably. It remembers the rows of the last call and moves only those that are other
 * objects now; the result is always that of a full sort.
 */
export function rowOrder<Row>(compare: Compare<Row>): (rows: readonly Row[]) => readonly Row[] {
  let known: SortedRows<Row> | null = null
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
        const place = insertionIndex(order, (other) => inOrder(other, at) < 0)
        order.splice(place, 0, at)
      }
    }
    known = { rows, order }
    return order.map((at) => rows[at] as Row)
  }
}
