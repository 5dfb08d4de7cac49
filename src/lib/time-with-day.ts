/** Clock times with their day if it is not today: alone, a time of last Tuesday reads as today's. */
import { clockTime } from './clock-time.ts'
import { localDay } from './local-day.ts'
import { DAY_MS } from './spans.ts'
import { writer } from './time.ts'

/** The same in every English locale. Written here, so that a launch with such times need not load the locale tables. */
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const weekday = (at: number) => WEEKDAYS[new Date(at).getDay()]
const date = writer({ day: 'numeric', month: 'short' })
/** Within this distance from now, in either direction, a weekday is unambiguous. */
const NAMED_MS = 6 * DAY_MS

/**
 * Returns `14:03` for an instant on the same day as `now` (milliseconds since 1970), `Tue 14:03` within six days of it,
 * otherwise `5 Mar 14:03`, in the order of the reader's English.
 */
export function timeWithDay(instant: string, now: number = Date.now()): string {
  const at = Date.parse(instant)
  if (localDay(at) === localDay(now)) return clockTime(instant)
  return `${(Math.abs(at - now) < NAMED_MS ? weekday : date)(at)} ${clockTime(instant)}`
}
