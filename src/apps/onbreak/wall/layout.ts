/** How large the names on a wall can be: the largest text at which all fits, or pages of what is readable. Pure. */
import { fitOf } from './name-fit.ts'

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
  due: 0.75,
  heading: 1.1,
  /** The letters of a heading, and of the line below a name; the latter are lighter, and narrower by that. */
  headingText: 0.5,
  detailsText: 0.52 * 0.87,
  between: 0.5,
  column: 7.6,
  gutter: 1,
} as const

/** Three centimetres on a screen of 43 inches can be read from five metres; on a phone, what is usual. */
const LEAST = 0.056
const LEAST_PX = 20
const MOST = 0.12
const STEP_PX = 2
/** Sums of heights are not exact. */
const ROUNDING = 1e-9

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

/** What a row has to show. */
export interface Rows<Person> {
  readonly nameOf: (person: Person) => string
  /** Whether there is a line more: when they are due back. */
  readonly hasDue: (person: Person) => boolean
}

type HeightOf<Person> = (person: Person) => number

/** Of a row, in sizes of a name. `lines`: of the name. */
export const heightOf = (lines: number, hasDue: boolean): number =>
  EM.row + (lines - 1) * EM.line + (hasDue ? EM.due : 0)

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

const columnsAcross = (width: number, size: number) => Math.floor((width / size + EM.gutter) / (EM.column + EM.gutter))

/** Width of each of so many columns, in sizes of a name. */
export const columnWidth = (width: number, across: number, size: number): number =>
  (width / size - (across - 1) * EM.gutter) / across

/** `box`: the place for the list. `screen`: what the sizes are measured by. */
export function layOut<Person>(
  groups: readonly Group<Person>[],
  box: Box,
  screen: Box,
  { nameOf, hasDue }: Rows<Person>,
): Layout<Person> {
  const { least, most } = sizesFor(screen)
  const steps = Math.ceil((most - least) / STEP_PX)
  const sizes = Array.from({ length: steps + 1 }, (_, step) => Math.max(least, most - step * STEP_PX))
  const people = groups.flatMap((group) => group.people)
  // A place that is too low for a single row shows one all the same.
  const lowest = least * Math.max(0, ...people.map((person) => EM.heading + heightOf(1, hasDue(person))))
  const height = Math.max(box.height, lowest)
  const rowsAt = (across: number, size: number) => {
    const width = columnWidth(box.width, across, size)
    const fits = new Map(people.map((person) => [person, fitOf(nameOf(person), width)]))
    return {
      cut: [...fits.values()].filter(({ isCut }) => isCut).length,
      rowOf: (person: Person) => heightOf(fits.get(person)?.height ?? 1, hasDue(person)),
    }
  }

  /** All on one page, in letters as large as they can be. */
  function onePage(packings: readonly Packing[], isWhole: boolean): Layout<Person> | null {
    for (const size of sizes) {
      const widest = columnsAcross(box.width, size)
      if (people.length * EM.row * size > height * widest) continue
      const rows = Array.from({ length: widest }, (_, index) => rowsAt(index + 1, size))
      for (const packing of packings)
        for (const [index, row] of rows.entries()) {
          const columns = isWhole && row.cut > 0 ? null : columnsAt(groups, height / size, packing, row.rowOf)
          if (columns && columns.length <= index + 1) return { size, across: index + 1, pages: [columns] }
        }
    }
    return null
  }

  /** On pages, in the least letters. */
  function paged(across: number, packing: Packing): Layout<Person> & { cut: number } {
    const { cut, rowOf } = rowsAt(across, least)
    const columns =
      columnsAt(groups, height / least, packing, rowOf) ??
      // Not even one of those that take several lines fits.
      columnsAt(groups, height / least, packing, (person) => heightOf(1, hasDue(person))) ??
      []
    const count = Math.max(1, Math.ceil(columns.length / across))
    const pages = Array.from({ length: count }, (_, page) => columns.slice(page * across, (page + 1) * across))
    return { size: least, across, pages, cut }
  }

  const wholeNames = [['apart', 'stacked'], ['flowing'], ['filling']] as const
  for (const packings of wholeNames) {
    const layout = onePage(packings, true)
    if (layout) return layout
  }
  const layout = onePage(['apart', 'stacked', 'flowing', 'filling'], false)
  if (layout) return layout
  const widest = Math.max(1, columnsAcross(box.width, least))
  const layouts = Array.from({ length: widest }, (_, index) =>
    (['flowing', 'filling'] as const).map((packing) => paged(widest - index, packing)),
  ).flat()
  // As few pages as it takes; then the most names whole; then the most columns, so that the first page shows the most people.
  const [best] = layouts.toSorted((a, b) => a.pages.length - b.pages.length || a.cut - b.cut)
  return { size: least, across: best?.across ?? 1, pages: best?.pages ?? [[]] }
}
