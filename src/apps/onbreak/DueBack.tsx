/** Says when somebody is due back, or by how much they are overdue: in words and by a shape, never by colour alone. */
import { useMemo } from 'react'
import { duration } from '#src/lib/duration.ts'
import { useNow, useReadOfNow } from '#src/lib/use-now.ts'
import { ClockTime } from '#src/ui/Clock.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import classes from './BoardPage.module.css'
import { dueBack, isOverdue } from './due.ts'
import type { BoardRow } from './use-status.ts'

interface DueBackProps {
  readonly left: string
  readonly plannedMinutes: number | undefined
}

export function DueBack({ left, plannedMinutes }: DueBackProps) {
  const due = dueBack({ left, plannedMinutes }, useNow())
  if (!due) return null
  return due.over === null ? (
    <>
      due back <ClockTime at={due.at} withDay />
    </>
  ) : (
    <StatusMark status="overdue" word={`over by ${duration(due.over)}`} />
  )
}

/** Whether the person is away on a type with planned minutes. */
const isPlanned = ({ status, plannedMinutes }: BoardRow) => !status && plannedMinutes !== undefined

const isLate = ({ timeLeft: left, plannedMinutes }: BoardRow, now: number) => isOverdue({ left, plannedMinutes }, now)

/** The mark beside an away person who should be back by now. */
export const Overdue = ({ row }: { row: BoardRow }) =>
  useReadOfNow((now) => isPlanned(row) && isLate(row, now)) && (
    <span className={classes.late}>
      <StatusMark status="overdue" />
    </span>
  )

/** The number of away people who should be back by now. */
export function OverdueCount({ rows }: { rows: readonly BoardRow[] }) {
  // Filtered beforehand, since the clock is read several times a frame: of thousands, few are away on a planned type.
  const planned = useMemo(() => rows.filter(isPlanned), [rows])
  const count = useReadOfNow((now) => planned.filter((row) => isLate(row, now)).length)
  return (
    count > 0 && (
      <span className={classes.lateCount}>
        <StatusMark status="overdue" word={`${count} overdue`} />
      </span>
    )
  )
}
