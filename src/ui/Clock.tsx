/** A time as hour:minute with its date in a tooltip (spec §9), and how long ago it was. */
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { localDay } from '#src/lib/local-day.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { calendarDay } from '#src/lib/time.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { useNow } from '#src/lib/use-now.ts'

/** A screen reader has no tooltip: it is told the date, where that is not today's. */
const otherDay = (at: string) => (localDay(Date.parse(at)) === localDay(Date.now()) ? undefined : calendarDay(at))

/** Its tooltip: `Tips.tsx`. `withDay`: what is not of today says so in sight. */
export const ClockTime = ({ at, withDay = false }: { at: string; withDay?: boolean }) => (
  <time dateTime={at} data-tip="" aria-description={otherDay(at)}>
    {withDay ? timeWithDay(at, serverNow()) : clockTime(at)}
  </time>
)

export function Elapsed({ since }: { since: string }) {
  return <>{duration(useNow() - Date.parse(since))}</>
}
