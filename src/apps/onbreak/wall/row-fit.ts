/** How somebody's row stands in its column: their name, and below it why, since when and until when. Pure. */
import type { LiveMessage } from '#contract/live.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { EM } from './layout.ts'
import { detailsFit, fitOf } from './name-fit.ts'

/** Of a row, in sizes of a name. `name`: in lines of it. `more`: lines below the first one that is below it. */
export const heightOf = (name: number, more: number): number => EM.row + (name - 1) * EM.line + more * EM.more

/** `width`: of the column, in sizes of a name. */
export function rowFit(person: LiveMessage, width: number, isTight: boolean) {
  const { userName, breakType, timeLeft, plannedMinutes } = person
  const name = fitOf(userName, width, isTight)
  const details = detailsFit(breakType, timeLeft ? clockTime(timeLeft) : '', width / EM.detailsText)
  const hasDue = timeLeft !== null && plannedMinutes !== undefined
  return { name, details, height: heightOf(name.height, details.typeLines + Number(hasDue)), isCut: name.isCut }
}

/** A name that would make the others smaller than this is the only one that is. */
const LEAST_EVEN = 0.85

/** By how much the names of a page are smaller, so that they are all of one size and are read as a list. */
export const evenShrink = (people: readonly LiveMessage[], width: number, isTight: boolean): number =>
  Math.max(LEAST_EVEN, Math.min(1, ...people.map((person) => rowFit(person, width, isTight).name.shrink)))
