/** Fits a person's row into its column: the name, and below it why, since when and until when. Pure. */
import type { LiveMessage } from '#contract/live.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { EM } from './layout.ts'
import { detailsFit, fitOf } from './name-fit.ts'

/**
 * Returns the height of a row, in sizes of a name. `name`: height of the name, in lines. `more`: further lines below
 * the first one under the name.
 */
export const heightOf = (name: number, more: number): number => EM.row + (name - 1) * EM.line + more * EM.more

/** Returns how a person's row fits. `width`: of the column, in sizes of a name. */
export function rowFit(person: LiveMessage, width: number, isTight: boolean) {
  const { userName, breakType, timeLeft, plannedMinutes } = person
  const name = fitOf(userName, width, isTight)
  const details = detailsFit(breakType, timeLeft ? clockTime(timeLeft) : '', width / EM.detailsText, isTight)
  const hasDue = timeLeft !== null && plannedMinutes !== undefined
  return { name, details, height: heightOf(name.height, details.typeLines + Number(hasDue)), isCut: name.isCut }
}

/** A name that needs a smaller factor than this shrinks alone, without the others. */
const LEAST_EVEN = 0.85

/** Returns the common shrink factor of the names of a page: names of one size read as a list. */
export const evenShrink = (people: readonly LiveMessage[], width: number, isTight: boolean): number =>
  Math.max(LEAST_EVEN, Math.min(1, ...people.map((person) => rowFit(person, width, isTight).name.shrink)))
