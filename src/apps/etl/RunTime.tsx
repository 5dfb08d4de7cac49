/** Shows when something ran: hour and minute, followed by the day unless it was today. */
import { writer } from '#src/lib/time.ts'
import { useReadOfNow } from '#src/lib/use-now.ts'
import { ClockTime } from '#src/ui/Clock.tsx'
import classes from './RunList.module.css'

const day = writer({ weekday: 'short', day: 'numeric', month: 'short' })
const dated = writer({ day: 'numeric', month: 'short', year: 'numeric' })

/** Empty if the time is today. */
function dayOf(at: string, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  if (then.toDateString() === today.toDateString()) return ''
  return (then.getFullYear() === today.getFullYear() ? day : dated)(then)
}

export function RunTime({ at }: { at: string }) {
  const named = useReadOfNow((now) => dayOf(at, now))
  return (
    <span className={classes.time}>
      <strong>
        <ClockTime at={at} />
      </strong>
      {named && <span className={classes.day}>{named}</span>}
    </span>
  )
}
