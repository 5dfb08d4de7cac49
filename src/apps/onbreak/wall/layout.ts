/** The layout of a wall: the largest text at which everybody fits, or pages of the smallest readable text. Pure. */

export interface Group<Person> {
  readonly department: string
  readonly people: readonly Person[]
}

export type Column<Person> = readonly Group<Person>[]

export interface Layout<Person> {
  /** Font size of a name, in pixels. */
  readonly size: number
  /** Number of columns, the same on every page: only the names change from one page to the next. */
  readonly across: number
  /** Names shrink a little rather than take a second line. */
  readonly isTight: boolean
  /** The pages: columns, each with one or more departments. */
  readonly pages: readonly (readonly Column<Person>[])[]
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Heights and widths in sizes of a name; the style sheet has the same numbers. */
export const EM = {
  row: 2.2,
  line: 1.25,
  /** Each further line below a name. */
  more: 0.75,
  heading: 1.1,
  /** Font sizes of a heading, and of the lines below a name. */
  headingText: 0.5,
  detailsText: 0.52,
  dueText: 0.56,
  between: 0.5,
  column: 7.6,
  /** A narrower column, preferred to a second page. */
  narrow: 6.4,
  gutter: 1,
} as const

/**
 * The smallest size, as a share of the screen's shorter side: three centimetres on a 43-inch screen, readable from five
 * metres. On a phone the usual size.
 */
const LEAST = 0.056
const LEAST_PX = 20
const MOST = 0.12
const STEP_PX = 2
/** Tolerance, since sums of heights are not exact. */
const ROUNDING = 1e-9

/** Returns the smallest and largest size on a screen, in pixels: text read from afar grows with the shorter side. */
export function sizesFor(screen: Size): { least: number; most: number } {
  const side = Math.min(screen.width, screen.height)
  const least = Math.max(LEAST_PX, Math.ceil(side * LEAST))
  return { least, most: Math.max(least, Math.round(side * MOST)) }
}

/**
 * How departments fill the columns: each in columns of its own (`apart`); short ones sharing a column (`stacked`); each
 * continuing where the last one ended (`flowing`), even if that leaves a single name behind (`filling`).
 */
type Packing = 'apart' | 'stacked' | 'flowing' | 'filling'

/** How many people must fit under another department for a department to begin there and continue elsewhere. */
const LEFT_BEHIND: Readonly<Record<Packing, number>> = {
  apart: Number.POSITIVE_INFINITY,
  stacked: Number.POSITIVE_INFINITY,
  flowing: 2,
  filling: 1,
}

interface Row {
  /** In sizes of a name. */
  readonly height: number
  /** Whether part of the name cannot be seen. */
  readonly isCut: boolean
}

/** Returns a person's row in a column of this width, in sizes of a name. */
type RowOf<Person> = (person: Person, width: number, isTight: boolean) => Row

/** A way to fill one page. */
interface Attempt {
  readonly packings: readonly Packing[]
  /** The least width of a column, in sizes of a name. */
  readonly column: number
  readonly isTight: boolean
}

const ALL: readonly Packing[] = ['apart', 'stacked', 'flowing', 'filling']
const roomy = (...packings: Packing[]): Attempt => ({ packings, column: EM.column, isTight: false })

/** From the most readable page to one that is still better than several pages. */
const ATTEMPTS: readonly Attempt[] = [
  roomy('apart', 'stacked'),
  roomy('flowing'),
  roomy('filling'),
  { packings: ALL, column: EM.column, isTight: true },
  { packings: ALL, column: EM.narrow, isTight: false },
  { packings: ALL, column: EM.narrow, isTight: true },
]

type HeightOf<Person> = (person: Person) => number

/** Splits the groups into columns of height `whole`, in sizes of a name; null if a row does not fit into a column. */
function columnsAt<Person>(
  groups: readonly Group<Person>[],
  whole: number,
  packing: Packing,
  rowOf: HeightOf<Person>,
): Group<Person>[][] | null {
  const sumOf = (people: readonly Person[]) => people.reduce<number>((sum, person) => sum + rowOf(person), EM.heading)
  /** Returns the people, from the first on, who fit into this room below a heading. */
  const fitting = (people: readonly Person[], room: number) => {
    let left: number = room - EM.heading
    const end = people.findIndex((person) => {
      left -= rowOf(person)
      return left < -ROUNDING
    })
    return end < 0 ? people : people.slice(0, end)
  }
  if (groups.some(({ people }) => people.some((person) => fitting([person], whole).length === 0))) return null
  const columns: Group<Person>[][] = []
  /** Free height at the end of the last column. */
  let free = 0
  for (const { department, people } of groups) {
    const under = packing === 'apart' ? [] : fitting(people, free - EM.between)
    const isTaken = under.length === people.length || under.length >= LEFT_BEHIND[packing]
    const begun = isTaken ? under : []
    if (begun.length > 0) {
      columns.at(-1)?.push({ department, people: begun })
      free -= EM.between + sumOf(begun)
    }
    let rest = people.slice(begun.length)
    while (rest.length > 0) {
      const part = fitting(rest, whole)
      columns.push([{ department, people: part }])
      free = whole - sumOf(part)
      rest = rest.slice(part.length)
    }
  }
  return columns
}

const columnsAcross = (width: number, size: number, column: number) =>
  Math.floor((width / size + EM.gutter) / (column + EM.gutter))

/** Returns the width of each of `across` columns, in sizes of a name. */
export const columnWidth = (width: number, across: number, size: number): number =>
  (width / size - (across - 1) * EM.gutter) / across

/** A layout with the number of names that cannot be seen whole. */
type CutLayout<Person> = Layout<Person> & { readonly cut: number }

/** Everybody's rows in columns of one width. */
interface Rows<Person> {
  readonly cut: number
  readonly heightOf: HeightOf<Person>
}

/** Returns the layout. `box`: the room for the list. `screen`: what the text sizes are derived from. */
export function layOut<Person>(
  groups: readonly Group<Person>[],
  box: Size,
  screen: Size,
  rowOf: RowOf<Person>,
): Layout<Person> {
  const { least, most } = sizesFor(screen)
  const steps = Math.ceil((most - least) / STEP_PX)
  const sizes = Array.from({ length: steps + 1 }, (_, step) => Math.max(least, most - step * STEP_PX))
  const people = groups.flatMap((group) => group.people)
  // Room that is too low for a single row shows one all the same.
  const height = Math.max(box.height, least * (EM.heading + EM.row))
  const rowsAt = (across: number, size: number, isTight: boolean): Rows<Person> => {
    const width = columnWidth(box.width, across, size)
    const rows = new Map(people.map((person) => [person, rowOf(person, width, isTight)]))
    return {
      cut: [...rows.values()].filter(({ isCut }) => isCut).length,
      heightOf: (person: Person) => rows.get(person)?.height ?? EM.row,
    }
  }

  /** Returns everybody on one page, in letters as large as possible. `most`: how many names may be cut. */
  function onePage({ packings, column, isTight }: Attempt, most: number): CutLayout<Person> | null {
    for (const size of sizes) {
      const widest = columnsAcross(box.width, size, column)
      if (people.length * EM.row * size > height * widest) continue
      const rows = Array.from({ length: widest }, (_, index) => rowsAt(index + 1, size, isTight))
      for (const packing of packings)
        for (const [index, { cut, heightOf }] of rows.entries()) {
          const columns = cut > most ? null : columnsAt(groups, height / size, packing, heightOf)
          if (columns && columns.length <= index + 1) return { size, across: index + 1, isTight, pages: [columns], cut }
        }
    }
    return null
  }

  /** Returns pages in the smallest letters. */
  function paged(across: number, { cut, heightOf }: Rows<Person>, packing: Packing): CutLayout<Person> {
    const whole = height / least
    // A row that is higher than a column gets one to itself.
    const columns = columnsAt(groups, whole, packing, (person) => Math.min(heightOf(person), whole - EM.heading)) ?? []
    const count = Math.max(1, Math.ceil(columns.length / across))
    const pages = Array.from({ length: count }, (_, page) => columns.slice(page * across, (page + 1) * across))
    return { size: least, across, isTight: false, pages, cut }
  }

  for (const attempt of ATTEMPTS) {
    const layout = onePage(attempt, 0)
    if (layout) return layout
  }
  const cutting: Attempt = { packings: ALL, column: EM.column, isTight: true }
  let layout = onePage(cutting, Number.POSITIVE_INFINITY)
  for (let fewer = layout; fewer; fewer = onePage(cutting, fewer.cut - 1)) layout = fewer
  if (layout) return layout
  const widest = Math.max(1, columnsAcross(box.width, least, EM.column))
  const layouts = Array.from({ length: widest }, (_, index) => {
    const across = widest - index
    const rows = rowsAt(across, least, false)
    return (['flowing', 'filling'] as const).map((packing) => paged(across, rows, packing))
  }).flat()
  // Fewest pages first; then most whole names; then most columns, so that the first page shows the most people.
  const [best] = layouts.toSorted((a, b) => a.pages.length - b.pages.length || a.cut - b.cut)
  return best ?? { size: least, across: 1, isTight: false, pages: [[]] }
}
