/** Says when somebody is due back, and by how much they are over it: in words and by a shape, never by colour alone. */
import { duration } from '#src/lib/duration.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { useNow } from '#src/lib/use-now.ts'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import { dueBack } from './due.ts'

interface DueBackProps {
  readonly left: string
  readonly plannedMinutes: number | undefined
  /** What stands before it. */
  readonly before?: string
}

export function DueBack({ left, plannedMinutes, before = '' }: DueBackProps) {
  const now = useNow()
  const due = dueBack({ left, plannedMinutes }, now)
  if (!due) return null
  return (
    <>
      {before}
      {due.over === null ? (
        <>
          due back{' '}
          <time dateTime={due.at} data-tip="">
            {timeWithDay(due.at, now)}
          </time>
        </>
      ) : (
        <StatusMark status="overdue" word={`over by ${duration(due.over)}`} />
      )}
    </>
  )
}
