/** A time as hour:minute with its date in a tooltip (spec §9: 650 ms in, 200 ms out), and how long ago it was. */
import { Tooltip } from '@mantine/core'
import { duration } from '#src/lib/duration.ts'
import { calendarDay, clockTime } from '#src/lib/time.ts'
import { useNow } from '#src/lib/use-now.ts'

const IN_MS = 650
const OUT_MS = 200

export function ClockTime({ at }: { at: string }) {
  return (
    <Tooltip
      label={calendarDay(at)}
      openDelay={IN_MS}
      closeDelay={OUT_MS}
      events={{ hover: true, focus: true, touch: true }}
    >
      <time dateTime={at}>{clockTime(at)}</time>
    </Tooltip>
  )
}

export function Elapsed({ since }: { since: string }) {
  return <>{duration(useNow() - Date.parse(since))}</>
}
