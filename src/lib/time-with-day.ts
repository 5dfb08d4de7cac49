/** Clock times that may be of another day: alone, one of last Tuesday reads as today's. */
import { clockTime } from './clock-time.ts'
import { localDay } from './local-day.ts'
import { DAY_MS } from './spans.ts'
import { writer } from './time.ts'

/** The same in all English: the board of a night shows them in a launch, which need not load the browser's tables. */
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const weekday = (at: number) => WEEKDAYS[new Date(at).getDay()]
const date = writer({ day: 'numeric', month: 'short' })
/** A weekday names one day among so many on either side of now. */
const NAMED_MS = 6 * DAY_MS

/**
 * `14:03` of an instant that is today at `now` (milliseconds since 1970), `Tue 14:03` some days from it, else `5 Mar 14:03`,
 * in the order of the reader's own English.
 */
export function timeWithDay(instant: string, now: number = Date.now()): string {
  const at = Date.parse(instant)
  if (localDay(at) === localDay(now)) return clockTime(instant)
  return `${(Math.abs(at - now) < NAMED_MS ? weekday : date)(at)} ${clockTime(instant)}`
}
