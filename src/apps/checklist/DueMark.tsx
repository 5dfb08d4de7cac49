/** When a task is due, or that it should be done by now: as a shape and in words. */
import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react'
import type { UserTask } from '#contract/apps/checklist.ts'
import classes from './DueMark.module.css'
import { dayText, isOverdue } from './due.ts'

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

export function DueMark({ task, today }: { task: Pick<UserTask, 'dueOn' | 'isChecked'>; today: string }) {
  const { dueOn, isChecked } = task
  if (dueOn === undefined || isChecked) return null
  const isLate = isOverdue(task, today)
  const day = <time dateTime={dueOn}>{dueOn === today ? 'today' : dayText(dueOn, today)}</time>
  return (
    <span className={classes.mark} data-late={isLate || undefined} data-today={dueOn === today || undefined}>
      {isLate ? <IconAlertTriangle {...icon} /> : <IconCalendarDue {...icon} />}
      <span>
        {isLate ? 'Overdue since' : 'Due'} {day}
      </span>
    </span>
  )
}

/** How many are late. */
export const OverdueMark = ({ count }: { count: number }) => (
  <span className={classes.mark} data-late>
    <IconAlertTriangle {...icon} />
    {count} overdue
  </span>
)
