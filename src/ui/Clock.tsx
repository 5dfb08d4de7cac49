/** A time as hour:minute with its date in a tooltip (spec §9), and how long ago it was. */
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { useNow } from '#src/lib/use-now.ts'

/** Its tooltip: `Tips.tsx`. */
export const ClockTime = ({ at }: { at: string }) => (
  <time dateTime={at} data-tip="">
    {clockTime(at)}
  </time>
)

export function Elapsed({ since }: { since: string }) {
  return <>{duration(useNow() - Date.parse(since))}</>
}
