/** Shows when a task is due, or that it is overdue, with an icon and in words. */
import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react'
import type { UserTask } from '#contract/apps/checklist.ts'
import classes from './DueMark.module.css'
import { type Due, dayText } from './due.ts'

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

interface DueMarkProps {
  readonly dueOn: UserTask['dueOn']
  /** State of the task today; null shows nothing. */
  readonly due: Due | null
  readonly today: string
}

export function DueMark({ dueOn, due, today }: DueMarkProps) {
  if (dueOn === undefined || due === null) return null
  const isLate = due === 'overdue'
  const day = <time dateTime={dueOn}>{due === 'today' ? 'today' : dayText(dueOn, today)}</time>
  return (
    <span className={classes.mark} data-late={isLate || undefined} data-today={due === 'today' || undefined}>
      {isLate ? <IconAlertTriangle {...icon} /> : <IconCalendarDue {...icon} />}
      <span>
        {isLate ? 'Overdue since' : 'Due'} {day}
      </span>
    </span>
  )
}

/** Shows the number of overdue tasks. */
export const OverdueMark = ({ count }: { count: number }) => (
  <span className={classes.mark} data-late>
    <IconAlertTriangle {...icon} />
    {count} overdue
  </span>
)
