/** Since when somebody is away, and for how long, as a wall writes it. Pure. */
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { DAY_MS, MINUTE_MS } from '#src/lib/spans.ts'
import { writer } from '#src/lib/time.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'

const shortDate = writer({ day: 'numeric', month: 'short' })
/** Their weekday says it, and is short; after that the day alone does. Neither is wider than what the line is reckoned with. */
const SOME_DAYS_MS = 6 * DAY_MS

/** Since when: with its day once it is one of two. For how long: the clock says as much in the first minute. */
export function sinceOf(left: string, now: number) {
  const ms = now - Date.parse(left)
  const at = ms < DAY_MS ? clockTime(left) : ms < SOME_DAYS_MS ? timeWithDay(left, now) : shortDate(left)
  return { at, ago: ms < MINUTE_MS ? null : duration(ms) }
}
