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

/** Of one character of a name, in sizes of a name: the average of the widest usual faces. */
const CHARACTER = 0.62
const MOST_LINES = 3
/** Rather one more line than smaller than the last of these … */
const READABLE = [1, 0.9, 0.8]
/** … and rather cut than smaller than the last of these. */
const SMALL = [0.7, 0.6]

const lengthOf = (text: string) => [...text].length

/** How many lines of so many characters the name takes, filled as browsers do it; endless where a part of it is longer. */
function linesOf(name: string, most: number): number {
  let [lines, used] = [1, 0]
  for (const part of name.match(/\s*[^\s-]*-?/gu) ?? []) {
    const [length, bare] = [lengthOf(part), lengthOf(part.trim())]
    if (bare > most) return Number.POSITIVE_INFINITY
    if (used + length <= most) used += length
    else [lines, used] = [lines + 1, bare]
  }
  return lines
}

/** `width`: of the column, in sizes of a name. */
export function fitOf(name: string, width: number): Fit {
  const linesAt = (shrink: number) => linesOf(name, width / (CHARACTER * shrink))
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
