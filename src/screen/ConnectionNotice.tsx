/** Says that the connection is lost, since when, and what that means for the content shown. */
import type { ReactNode } from 'react'
import { useTimeWithDay } from '#src/lib/use-time-with-day.ts'
import card from '#src/ui/Card.module.css'

interface ConnectionNoticeProps {
  /** The noun after “No”. */
  readonly what?: string
  /** The instant at which it was lost; null if not known. */
  readonly since?: string | null
  readonly children: ReactNode
}

export function ConnectionNotice({ what = 'connection', since, children }: ConnectionNoticeProps) {
  const time = useTimeWithDay(since)
  return (
    <p className={card.interruption} role="status">
      No {what}
      {time && ` since ${time}`}. {children}
    </p>
  )
}
