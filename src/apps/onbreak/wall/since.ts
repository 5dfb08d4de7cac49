/** Since when and for how long somebody is away, as a wall writes it. Pure. */
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { DAY_MS, MINUTE_MS } from '#src/lib/spans.ts'
import { writer } from '#src/lib/time.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'

const shortDate = writer({ day: 'numeric', month: 'short' })
/**
 * Until then the time has a short weekday, after that only the date is shown: neither is wider than the line allows.
 */
const SOME_DAYS_MS = 6 * DAY_MS

/** Returns since when (with the day after 24 hours) and for how long; in the first minute the clock says as much. */
export function sinceOf(left: string, now: number) {
  const ms = now - Date.parse(left)
  const at = ms < DAY_MS ? clockTime(left) : ms < SOME_DAYS_MS ? timeWithDay(left, now) : shortDate(left)
  return { at, ago: ms < MINUTE_MS ? null : duration(ms) }
}
