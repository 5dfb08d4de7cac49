/** How large the names on a wall can be: the largest text at which all fits, or pages of the least that is readable. Pure. */

export interface Group<Person> {
  readonly department: string
  readonly people: readonly Person[]
}

export type Column<Person> = readonly Group<Person>[]

export interface Layout<Person> {
  /** Of a name, in pixels. */
  readonly size: number
  /** What is shown at once: columns, each with one or more departments. */
  readonly pages: readonly (readonly Column<Person>[])[]
}

interface Box {
  readonly width: number
  readonly height: number
}

/** Heights and widths in sizes of a name; the style sheet has the same numbers. */
export const EM = { row: 2.2, heading: 1.1, between: 0.5, column: 12, gutter: 1 } as const

/** Three centimetres on a screen of 43 inches can be read from five metres (look.md); on a phone, what is usual. */
const LEAST = 0.056
const LEAST_PX = 20
const MOST = 0.12
const STEP_PX = 2

export function sizesFor(screen: Box): { least: number; most: number } {
  const side = Math.min(screen.width, screen.height)
  const least = Math.max(LEAST_PX, Math.ceil(side * LEAST))
  return { least, most: Math.max(least, Math.round(side * MOST)) }
}

/** Columns at this size, or null where not even one row fits. `stacked`: short departments share a column. */
function columnsAt<Person>(
  groups: readonly Group<Person>[],
  size: number,
  height: number,
  stacked: boolean,
): Group<Person>[][] | null {
  const rows = Math.floor((height / size - EM.heading) / EM.row)
  if (rows < 1) return null
  const columns: Group<Person>[][] = []
  let left = 0
  for (const { department, people } of groups) {
    const needed = EM.heading + people.length * EM.row
    const last = columns.at(-1)
    if (stacked && last && needed + EM.between <= left) {
      last.push({ department, people })
      left -= needed + EM.between
      continue
    }
    for (let from = 0; from < people.length; from += rows) {
      const part = people.slice(from, from + rows)
      columns.push([{ department, people: part }])
      left = height / size - EM.heading - part.length * EM.row
    }
  }
  return columns
}

const columnsAcross = (width: number, size: number) => Math.floor((width / size + EM.gutter) / (EM.column + EM.gutter))

/** `box`: the place for the list. `screen`: what the sizes are measured by. */
export function layOut<Person>(groups: readonly Group<Person>[], box: Box, screen: Box = box): Layout<Person> {
  const { least, most } = sizesFor(screen)
  for (let size = most; size >= least; size -= STEP_PX)
    for (const stacked of [false, true]) {
      const columns = columnsAt(groups, size, box.height, stacked)
      if (columns && columns.length <= columnsAcross(box.width, size)) return { size, pages: [columns] }
    }
  const across = Math.max(1, columnsAcross(box.width, least))
  // A place that is too low for a single row shows one all the same.
  const height = Math.max(box.height, least * (EM.heading + EM.row))
  const columns = columnsAt(groups, least, height, true) ?? []
  const count = Math.max(1, Math.ceil(columns.length / across))
  const perPage = Math.ceil(columns.length / count)
  const pages = Array.from({ length: count }, (_, page) => columns.slice(page * perPage, (page + 1) * perPage))
  return { size: least, pages }
}
