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
export const EM = { row: 2.2, due: 0.75, heading: 1.1, between: 0.5, column: 9.3, gutter: 1 } as const

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

/** Each department in a column of its own, short ones sharing one, or each going on where the last one ended. */
type Packing = 'apart' | 'stacked' | 'flowing'

/** Whether a person's row has a line more: when they are due back. */
export type HasDue<Person> = (person: Person) => boolean

const NEVER_DUE = () => false

/** Columns at this size, or null where not even one row fits. */
function columnsAt<Person>(
  groups: readonly Group<Person>[],
  size: number,
  height: number,
  packing: Packing,
  hasDue: HasDue<Person>,
): Group<Person>[][] | null {
  const rowOf = (person: Person) => EM.row + (hasDue(person) ? EM.due : 0)
  const heightOf = (people: readonly Person[]) =>
    people.reduce<number>((sum, person) => sum + rowOf(person), EM.heading)
  /** Those of them, from the first on, that stand in this room below a heading. */
  const fitting = (people: readonly Person[], room: number) => {
    let left: number = room - EM.heading
    const end = people.findIndex((person) => {
      left -= rowOf(person)
      return left < -ROUNDING
    })
    return end < 0 ? people : people.slice(0, end)
  }
  const whole = height / size
  if (groups.some(({ people }) => people.some((person) => fitting([person], whole).length === 0))) return null
  const columns: Group<Person>[][] = []
  /** What is free under the last column. */
  let free = 0
  for (const { department, people } of groups) {
    const under = packing === 'apart' ? [] : fitting(people, free - EM.between)
    // A department that goes on elsewhere does not leave a single name behind.
    const isTaken = under.length === people.length || (packing === 'flowing' && under.length >= 2)
    const begun = isTaken ? under : []
    if (begun.length > 0) {
      columns.at(-1)?.push({ department, people: begun })
      free -= EM.between + heightOf(begun)
    }
    let rest = people.slice(begun.length)
    while (rest.length > 0) {
      const part = fitting(rest, whole)
      columns.push([{ department, people: part }])
      free = whole - heightOf(part)
      rest = rest.slice(part.length)
    }
  }
  return columns
}

const columnsAcross = (width: number, size: number) => Math.floor((width / size + EM.gutter) / (EM.column + EM.gutter))

/** `box`: the place for the list. `screen`: what the sizes are measured by. */
export function layOut<Person>(
  groups: readonly Group<Person>[],
  box: Box,
  screen: Box = box,
  hasDue: HasDue<Person> = NEVER_DUE,
): Layout<Person> {
  const { least, most } = sizesFor(screen)
  for (let size = most; size >= least; size -= STEP_PX)
    for (const packing of ['apart', 'stacked'] as const) {
      const columns = columnsAt(groups, size, box.height, packing, hasDue)
      if (columns && columns.length <= columnsAcross(box.width, size)) return { size, pages: [columns] }
    }
  const across = Math.max(1, columnsAcross(box.width, least))
  // A place that is too low for a single row shows one all the same.
  const height = Math.max(box.height, least * (EM.heading + EM.row + EM.due))
  const columns = columnsAt(groups, least, height, 'flowing', hasDue) ?? []
  const count = Math.max(1, Math.ceil(columns.length / across))
  const perPage = Math.ceil(columns.length / count)
  const pages = Array.from({ length: count }, (_, page) => columns.slice(page * perPage, (page + 1) * perPage))
  return { size: least, pages }
}

/** Of one character of a name, in sizes of a name: the average of the widest usual faces. */
const CHARACTER = 0.62
/** A name is made this much smaller before it is cut short. */
const NARROWEST = 0.6

/** By how much a name must be smaller to stand in a column of this width, in pixels. */
export const shrinkOf = (name: string, width: number, size: number): number =>
  Math.max(NARROWEST, Math.min(1, width / (Math.max(1, [...name].length) * CHARACTER * size)))

/** Width of each of so many columns. */
export const columnWidth = (width: number, columns: number, size: number): number =>
  (width - (columns - 1) * EM.gutter * size) / columns
