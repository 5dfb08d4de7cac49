/** Says when somebody is due back, and by how much they are over it: in words and by a shape, never by colour alone. */
import { duration } from '#src/lib/duration.ts'
import { useNow } from '#src/lib/use-now.ts'
import { ClockTime } from '#src/ui/Clock.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import { dueBack } from './due.ts'

interface DueBackProps {
  readonly left: string
  readonly plannedMinutes: number | undefined
  /** What stands before it. */
  readonly before?: string
}

export function DueBack({ left, plannedMinutes, before = '' }: DueBackProps) {
  const due = dueBack({ left, plannedMinutes }, useNow())
  if (!due) return null
  return (
    <>
      {before}
      {due.over === null ? (
        <>
          due back <ClockTime at={due.at} withDay />
        </>
      ) : (
        <StatusMark status="overdue" word={`over by ${duration(due.over)}`} />
      )}
    </>
  )
}
