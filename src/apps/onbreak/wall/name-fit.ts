/** How a name stands in its column: as large as the rest, on more lines, or smaller. Estimated, as it is asked for so often. Pure. */

export interface Fit {
  readonly lines: number
  /** In lines of a name that has one. */
  readonly height: number
  /** By how much its letters are smaller than they would be. */
  readonly shrink: number
  /** Not all of it is seen. */
  readonly isCut: boolean
}

/** Of one character of a name, in sizes of a name, in the widest usual face: with an average a name in capitals is cut. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[iljI.'’\s]/u, 0.38],
  [/[frt-]/u, 0.5],
  [/[MWm@]/u, 1.07],
  [/[w\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u, 1],
  [/[\p{Lu}]/u, 0.8],
]
const USUAL = 0.7
const MOST_LINES = 3
/** Rather one more line than smaller than the last of these … */
const READABLE = [1, 0.9, 0.8]
/** … and rather cut than smaller than the last of these. */
const SMALL = [0.7, 0.6]

/** What has been looked up: a fit is asked for thousands of times at a change. As many as there are letters in use. */
const known = new Map<string, number>()

function widthOf(text: string): number {
  let sum = 0
  for (const character of text) {
    const width = known.get(character) ?? WIDTHS.find(([kind]) => kind.test(character))?.[1] ?? USUAL
    known.set(character, width)
    sum += width
  }
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

/** `width`: of the column, in sizes of a name. */
export function fitOf(name: string, width: number): Fit {
  const parts = partsOf(name)
  const linesAt = (shrink: number) => linesOf(parts, width / shrink)
  const found = (lines: number, shrinks: readonly number[]): Fit | null => {
    const shrink = shrinks.find((each) => linesAt(each) <= lines)
    return shrink === undefined ? null : { lines, height: lines === 1 ? 1 : lines * shrink, shrink, isCut: false }
  }
  for (let lines = 1; lines <= MOST_LINES; lines++) {
    const fit = found(lines, READABLE)
    if (fit) return fit
  }
  const [shrink, isOnePart] = [SMALL.at(-1) ?? 1, !/[\s-]/.test(name.trim())]
  const lines = isOnePart ? 1 : MOST_LINES
  return found(lines, SMALL) ?? { lines, height: lines === 1 ? 1 : lines * shrink, shrink, isCut: true }
}

/** Whether it stands on one line in letters that can just be read. `width`: in sizes of its letters. */
export const fitsLine = (text: string, width: number): boolean => widthOf(text) * Math.min(...SMALL) <= width

/** By how much a text that stands on one line must be smaller, down to what can hardly be read. `width`: in sizes of its letters. */
export function shrinkToLine(text: string, width: number): number {
  const needed = widthOf(text)
  return [...READABLE, ...SMALL].find((each) => needed * each <= width) ?? Math.min(...SMALL)
}

/** A heading has a place of one height: what is longer than a line takes two smaller ones. */
const HEADING_IN_TWO = 0.7

interface HeadingFit {
  readonly lines: number
  readonly shrink: number
  /** Two lines hold it only where its words are broken anywhere. */
  readonly isBroken: boolean
}

/** `width`: of the column, in sizes of a heading. */
export function headingFit(text: string, width: number): HeadingFit {
  const shrink = shrinkToLine(text, width)
  if (READABLE.includes(shrink)) return { lines: 1, shrink, isBroken: false }
  return { lines: 2, shrink: HEADING_IN_TWO, isBroken: linesOf(partsOf(text), width / HEADING_IN_TWO) > 2 }
}
