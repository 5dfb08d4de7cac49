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
