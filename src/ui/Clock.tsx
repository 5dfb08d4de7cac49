/** A time as hour:minute with its date in a tooltip (spec §9), and how long ago it was. */
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { localDay } from '#src/lib/local-day.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { calendarDay, dayAndTime } from '#src/lib/time.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { useNow, useReadOfNow } from '#src/lib/use-now.ts'

/** The reader's day and their distance from UTC: a time reads otherwise when one of them changes, as on a journey. */
const dayAndZone = (now: number) => `${localDay(now)} ${new Date(now).getTimezoneOffset()}`

/** The time, with a tooltip by `Tips.tsx`. `withDay`: shows the day too if it is not today. */
export function ClockTime({ at, withDay = false }: { at: string; withDay?: boolean }) {
  const [today] = useReadOfNow(dayAndZone).split(' ')
  // Screen readers do not get the tooltip.
  const description = localDay(Date.parse(at)) === today ? undefined : calendarDay(at)
  return (
    <time dateTime={at} data-tip="" aria-description={description}>
      {withDay ? timeWithDay(at, serverNow()) : clockTime(at)}
    </time>
  )
}

/** The time with its whole date, for lists that span many days. */
export function DayAndTime({ at, className }: { at: string; className?: string | undefined }) {
  useReadOfNow(dayAndZone)
  return (
    <time dateTime={at} className={className}>
      {dayAndTime(at)}
    </time>
  )
}

export function Elapsed({ since }: { since: string }) {
  return <>{duration(useNow() - Date.parse(since))}</>
}
