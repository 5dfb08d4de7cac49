/** How text stands in its column: as large as the rest, on more lines, or smaller. Reckoned letter by letter, as it is asked for so often. */
import { letterWidth, USUAL } from './letter-width.ts'

export interface Fit {
  readonly lines: number
  /** In lines of a name that has one. */
  readonly height: number
  /** By how much its letters are smaller than they would be. */
  readonly shrink: number
  /** Not all of it is seen. */
  readonly isCut: boolean
}

/** Few, so that a column looks settled. */
const [WHOLE, LESS, LEAST] = [1, 0.85, 0.7]
/** For a name that would be broken within a word, or cut. */
const TINY = 0.6
const SHRINKS = [WHOLE, LESS, LEAST]

function widthOf(text: string): number {
  let sum = 0
  for (const character of text) sum += letterWidth(character)
  return sum
}

/** What is not broken by a browser; `bare`: where it begins a line. In sizes of a name. */
interface Part {
  readonly width: number
  readonly bare: number
}

const partsOf = (name: string): Part[] =>
  (name.match(/\s*[^\s-]*-?/gu) ?? []).map((part) => ({ width: widthOf(part), bare: widthOf(part.trim()) }))

/** How many lines of this width the name takes, filled as browsers do it; endless where a part of it is longer. */
function linesOf(parts: readonly Part[], most: number): number {
  let [lines, used] = [1, 0]
  for (const { width, bare } of parts) {
    if (bare > most) return Number.POSITIVE_INFINITY
    if (used + width <= most) used += width
    else [lines, used] = [lines + 1, bare]
  }
  return lines
}

/** The same where a part that is longer than a line is broken at any of its letters. */
function brokenLinesOf(parts: readonly Part[], most: number): number {
  // The letter that no longer fits leaves a gap.
  const filled = Math.max(most - USUAL, USUAL)
  const pieces = parts.flatMap((part) => {
    if (part.bare <= most) return part
    const more = Math.ceil(part.bare / filled) - 1
    return [...Array<Part>(more).fill({ width: most, bare: most }), { width: part.bare - more * filled, bare: 0 }]
  })
  return linesOf(pieces, most)
}

type Tried = readonly (readonly [lines: number, shrink: number])[]

const MOST_LINES = 5
const SMALL: Tried = [LEAST, TINY].flatMap((shrink) =>
  Array.from({ length: MOST_LINES }, (_, index) => [index + 1, shrink] as const),
)
/** Rather on two lines than smaller: names that are all of one size are read as a list. */
const ROOMY: Tried = [[1, WHOLE], [2, WHOLE], [1, LESS], [2, LESS], [3, WHOLE], [3, LESS], ...SMALL]
/** Rather smaller than on one line more. */
const TIGHT: Tried = [[1, WHOLE], [1, LESS], [2, WHOLE], [2, LESS], [3, WHOLE], [3, LESS], ...SMALL]

/** `width`: of the column, in sizes of a name. `isTight`: there is little room. */
export function fitOf(name: string, width: number, isTight: boolean): Fit {
  const parts = partsOf(name)
  const standing = (lines: number, shrink: number, isCut: boolean): Fit => ({
    ...{ lines, shrink, isCut },
    height: lines === 1 ? 1 : lines * shrink,
  })
  const whole = (isTight ? TIGHT : ROOMY).find(([lines, shrink]) => linesOf(parts, width / shrink) <= lines)
  if (whole) return standing(...whole, false)
  for (const shrink of [LEAST, TINY]) {
    const lines = brokenLinesOf(parts, width / shrink)
    if (lines <= MOST_LINES) return standing(lines, shrink, false)
  }
  const isOnePart = !/[\s-]/.test(name.trim())
  return standing(isOnePart ? 1 : MOST_LINES, TINY, true)
}

/** By how much a text of this width that stands on one line must be smaller; undefined where it would be too small. */
const shrinkToLine = (needed: number, width: number): number | undefined =>
  SHRINKS.find((each) => needed * each <= width)

/** By how much smaller a text that has one line must stand. `width`: of the column, in sizes of its letters. */
export const lineFit = (text: string, width: number): number => shrinkToLine(widthOf(text), width) ?? LEAST

const isInTwo = (text: string, width: number): boolean => linesOf(partsOf(text), width) <= 2

/** A heading has a place of one height: what is longer than a line takes two smaller ones. */
const HEADINGS_IN_TWO = [LEAST, TINY]

interface HeadingFit {
  readonly lines: number
  readonly shrink: number
  /** Two lines hold it only where its words are broken anywhere. */
  readonly isBroken: boolean
}

/** `width`: of the column, in sizes of a heading. */
export function headingFit(text: string, width: number): HeadingFit {
  const shrink = shrinkToLine(widthOf(text), width)
  if (shrink === WHOLE || shrink === LESS) return { lines: 1, shrink, isBroken: false }
  const whole = HEADINGS_IN_TWO.find((each) => isInTwo(text, width / each))
  return { lines: 2, shrink: whole ?? TINY, isBroken: whole === undefined }
}

/** The widest there is: nothing moves as time passes. */
const FOR_HOW_LONG = '23 h 59 min'
/** By how much letters that are not bold are narrower. */
const LIGHT = 0.87

interface DetailsFit {
  /** Of why: 0 where it shares the line of since when and for how long. */
  readonly typeLines: number
  /** Of why; of the rest, too, on the same line. */
  readonly shrink: number
}

/** `left`: since when, as it is written. `width`: of the column, in sizes of their letters. */
export function detailsFit(breakType: string, left: string, width: number): DetailsFit {
  const type = widthOf(breakType)
  const together = shrinkToLine(type + LIGHT * widthOf(` · ${left} · ${FOR_HOW_LONG}`), width)
  if (together) return { typeLines: 0, shrink: together }
  const alone = shrinkToLine(type, width)
  if (alone) return { typeLines: 1, shrink: alone }
  return { typeLines: 2, shrink: SHRINKS.find((each) => isInTwo(breakType, width / each)) ?? LEAST }
}
