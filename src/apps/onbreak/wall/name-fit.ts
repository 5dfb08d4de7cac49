/**
 * Fits text into a column: in full size, on more lines, or smaller. Widths are summed letter by letter, because this
 * runs so often.
 */
import { letterWidth, USUAL } from './letter-width.ts'

export interface Fit {
  readonly lines: number
  /** In lines of a name that takes one line. */
  readonly height: number
  /** Size of the letters as a factor of their full size. */
  readonly shrink: number
  /** Whether part of the text cannot be seen. */
  readonly isCut: boolean
}

/** Shrink factors: only a few, so that a column looks settled. */
const [WHOLE, LESS, LEAST] = [1, 0.85, 0.7]
/** For a name that would otherwise be broken within a word, or cut. */
const TINY = 0.6
const SHRINKS = [WHOLE, LESS, LEAST]

function widthOf(text: string): number {
  let sum = 0
  for (const character of text) sum += letterWidth(character)
  return sum
}

/**
 * A part that a browser does not break, with widths in sizes of a name. `bare`: its width at the beginning of a line.
 */
interface TextPart {
  readonly width: number
  readonly bare: number
}

const partsOf = (name: string): TextPart[] =>
  (name.match(/\s*[^\s-]*-?/gu) ?? []).map((part) => ({ width: widthOf(part), bare: widthOf(part.trim()) }))

/**
 * Returns how many lines of this width the name takes, filled as browsers do; infinity if a part is longer than a line.
 */
function linesOf(parts: readonly TextPart[], most: number): number {
  let [lines, used] = [1, 0]
  for (const { width, bare } of parts) {
    if (bare > most) return Number.POSITIVE_INFINITY
    if (used + width <= most) used += width
    else [lines, used] = [lines + 1, bare]
  }
  return lines
}

/** Like `linesOf`, but breaks a part that is longer than a line at any letter. */
function brokenLinesOf(parts: readonly TextPart[], most: number): number {
  // A letter that no longer fits leaves a gap at the end of the line.
  const filled = Math.max(most - USUAL, USUAL)
  const pieces = parts.flatMap((part) => {
    if (part.bare <= most) return part
    const more = Math.ceil(part.bare / filled) - 1
    const rest = part.bare - more * filled
    return [...Array<TextPart>(more).fill({ width: most, bare: most }), { width: rest, bare: rest }]
  })
  return linesOf(pieces, most)
}

type Candidates = readonly (readonly [lines: number, shrink: number])[]

const MOST_LINES = 5
const SMALL: Candidates = [LEAST, TINY].flatMap((shrink) =>
  Array.from({ length: MOST_LINES }, (_, index) => [index + 1, shrink] as const),
)
/** Prefers two lines to smaller letters: names of one size read as a list. */
const ROOMY: Candidates = [[1, WHOLE], [2, WHOLE], [1, LESS], [2, LESS], [3, WHOLE], [3, LESS], ...SMALL]
/** Prefers smaller letters to a further line. */
const TIGHT: Candidates = [[1, WHOLE], [1, LESS], [2, WHOLE], [2, LESS], [3, WHOLE], [3, LESS], ...SMALL]

/** Returns how a name fits. `width`: of the column, in sizes of a name. `isTight`: there is little room. */
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

/** Returns the shrink factor at which a text of this width fits on one line; undefined if it would be too small. */
const shrinkToLine = (needed: number, width: number): number | undefined =>
  SHRINKS.find((each) => needed * each <= width)

/** Returns the shrink factor of a text that has one line. `width`: of the column, in sizes of its letters. */
export const lineFit = (text: string, width: number): number => shrinkToLine(widthOf(text), width) ?? LEAST

const isInTwo = (text: string, width: number): boolean => linesOf(partsOf(text), width) <= 2

/** Shrink factors on two lines: a heading has a fixed height, so one longer than a line takes two smaller lines. */
const HEADINGS_IN_TWO = [LEAST, TINY]

interface HeadingFit {
  readonly lines: number
  readonly shrink: number
  /** It fits on two lines only if its words are broken anywhere. */
  readonly isBroken: boolean
}

/** Returns how a heading fits. `width`: of the column, in sizes of a heading. */
export function headingFit(text: string, width: number): HeadingFit {
  const shrink = shrinkToLine(widthOf(text), width)
  if (shrink === WHOLE || shrink === LESS) return { lines: 1, shrink, isBroken: false }
  const whole = HEADINGS_IN_TWO.find((each) => isInTwo(text, width / each))
  return { lines: 2, shrink: whole ?? TINY, isBroken: whole === undefined }
}

/** The widest duration, so that nothing moves as time passes. */
const FOR_HOW_LONG = '23 h 59 min'
/** Width of letters that are not bold, compared to bold ones. */
const LIGHT = 0.87

interface DetailsFit {
  /** Lines of the break type; 0 if it shares the line of the time and duration. */
  readonly typeLines: number
  /** Shrink factor of the break type, and of the rest if it is on the same line. */
  readonly shrink: number
}

/**
 * Returns how the details fit. `left`: since when, as written. `width`: of the column, in sizes of their letters.
 * `isTight`: there is too little room for a further line instead of letters that are hard to read from five metres.
 */
export function detailsFit(breakType: string, left: string, width: number, isTight: boolean): DetailsFit {
  const type = widthOf(breakType)
  const together = shrinkToLine(type + LIGHT * widthOf(` · ${left} · ${FOR_HOW_LONG}`), width)
  if (together && (isTight || together > LEAST)) return { typeLines: 0, shrink: together }
  const alone = shrinkToLine(type, width)
  if (alone) return { typeLines: 1, shrink: alone }
  return { typeLines: 2, shrink: SHRINKS.find((each) => isInTwo(breakType, width / each)) ?? LEAST }
}
