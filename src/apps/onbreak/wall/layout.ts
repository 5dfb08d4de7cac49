/** How large the names on a wall can be: the largest text at which all fits, or pages of what is readable. Pure. */

export interface Group<Person> {
  readonly department: string
  readonly people: readonly Person[]
}

export type Column<Person> = readonly Group<Person>[]

export interface Layout<Person> {
  /** Of a name, in pixels. */
  readonly size: number
  /** Columns beside each other, on every page: nothing but the names changes from one to the next. */
  readonly across: number
  /** Names are rather a little smaller than on a second line. */
  readonly isTight: boolean
  /** What is shown at once: columns, each with one or more departments. */
  readonly pages: readonly (readonly Column<Person>[])[]
}

interface Box {
  readonly width: number
  readonly height: number
}

/** Heights and widths in sizes of a name; the style sheet has the same numbers. */
export const EM = {
  row: 2.2,
  line: 1.25,
  /** Each more below a name. */
  more: 0.75,
  heading: 1.1,
  /** The letters of a heading, and of what is below a name. */
  headingText: 0.5,
  detailsText: 0.52,
  dueText: 0.56,
  between: 0.5,
  column: 7.6,
  /** Rather narrower than a second page. */
  narrow: 6.4,
  gutter: 1,
} as const

/** Three centimetres on a screen of 43 inches can be read from five metres; on a phone, what is usual. */
const LEAST = 0.056
const LEAST_PX = 20
const MOST = 0.12
const STEP_PX = 2
/** Sums of heights are not exact. */
const ROUNDING = 1e-9

/** The smallest and the largest letters of a screen, in pixels: what is read from afar grows with its shorter side. */
export function sizesFor(screen: Box): { least: number; most: number } {
  const side = Math.min(screen.width, screen.height)
  const least = Math.max(LEAST_PX, Math.ceil(side * LEAST))
  return { least, most: Math.max(least, Math.round(side * MOST)) }
}

/**
 * Each department in a column of its own; short ones sharing one; each going on where the last one ended; also where it
 * leaves a single name behind.
 */
type Packing = 'apart' | 'stacked' | 'flowing' | 'filling'

/** Of how many a department may begin under another one and go on elsewhere. */
const LEFT_BEHIND: Readonly<Record<Packing, number>> = {
  apart: Number.POSITIVE_INFINITY,
  stacked: Number.POSITIVE_INFINITY,
  flowing: 2,
  filling: 1,
}

export interface Row {
  /** In sizes of a name. */
  readonly height: number
  /** Not all of the name is seen. */
  readonly isCut: boolean
}

/** In a column of this width, in sizes of a name. */
type RowOf<Person> = (person: Person, width: number, isTight: boolean) => Row

/** What one page may look like. */
interface Attempt {
  readonly packings: readonly Packing[]
  /** The least width of a column, in sizes of a name. */
  readonly column: number
  readonly isTight: boolean
}

const ALL: readonly Packing[] = ['apart', 'stacked', 'flowing', 'filling']
const roomy = (...packings: Packing[]): Attempt => ({ packings, column: EM.column, isTight: false })

/** From the one that is read most easily to what is still better than pages. */
const ATTEMPTS: readonly Attempt[] = [
  roomy('apart', 'stacked'),
  roomy('flowing'),
  roomy('filling'),
  { packings: ALL, column: EM.column, isTight: true },
  { packings: ALL, column: EM.narrow, isTight: false },
  { packings: ALL, column: EM.narrow, isTight: true },
]

type HeightOf<Person> = (person: Person) => number

/** Columns of this height in sizes of a name, or null where not even one row fits. */
function columnsAt<Person>(
  groups: readonly Group<Person>[],
  whole: number,
  packing: Packing,
  rowOf: HeightOf<Person>,
): Group<Person>[][] | null {
  const sumOf = (people: readonly Person[]) => people.reduce<number>((sum, person) => sum + rowOf(person), EM.heading)
  /** Those of them, from the first on, that stand in this room below a heading. */
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
  /** What is free under the last column. */
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

/** Width of each of so many columns, in sizes of a name. */
export const columnWidth = (width: number, across: number, size: number): number =>
  (width / size - (across - 1) * EM.gutter) / across

/** With how many names that are not seen whole. */
type Cut<Person> = Layout<Person> & { readonly cut: number }

/** Those of everybody in columns of one width. */
interface Rows<Person> {
  readonly cut: number
  readonly heightOf: HeightOf<Person>
}

/** `box`: the place for the list. `screen`: what the sizes are measured by. */
export function layOut<Person>(
  groups: readonly Group<Person>[],
  box: Box,
  screen: Box,
  rowOf: RowOf<Person>,
): Layout<Person> {
  const { least, most } = sizesFor(screen)
  const steps = Math.ceil((most - least) / STEP_PX)
  const sizes = Array.from({ length: steps + 1 }, (_, step) => Math.max(least, most - step * STEP_PX))
  const people = groups.flatMap((group) => group.people)
  // A place that is too low for a single row shows one all the same.
  const height = Math.max(box.height, least * (EM.heading + EM.row))
  const rowsAt = (across: number, size: number, isTight: boolean): Rows<Person> => {
    const width = columnWidth(box.width, across, size)
    const rows = new Map(people.map((person) => [person, rowOf(person, width, isTight)]))
    return {
      cut: [...rows.values()].filter(({ isCut }) => isCut).length,
      heightOf: (person: Person) => rows.get(person)?.height ?? EM.row,
    }
  }

  /** All on one page, in letters as large as they can be. `most`: of the names that may be cut. */
  function onePage({ packings, column, isTight }: Attempt, most: number): Cut<Person> | null {
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

  /** On pages, in the least letters. */
  function paged(across: number, { cut, heightOf }: Rows<Person>, packing: Packing): Cut<Person> {
    const whole = height / least
    // One that is higher than the place has a column to itself.
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
  // As few pages as it takes; then the most names whole; then the most columns, so that the first page shows the most people.
  const [best] = layouts.toSorted((a, b) => a.pages.length - b.pages.length || a.cut - b.cut)
  return best ?? { size: least, across: 1, isTight: false, pages: [[]] }
}
