/** Says that the line is lost, since when, and what that means for what is shown. */
import type { ReactNode } from 'react'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import card from '#src/ui/Card.module.css'

interface InterruptionProps {
  /** What there is none of. */
  readonly what?: string
  /** An instant; null where it is not known. */
  readonly since?: string | null
  readonly children: ReactNode
}

export const Interruption = ({ what = 'connection', since, children }: InterruptionProps) => (
  <p className={card.interruption} role="status">
    No {what}
    {since && ` since ${timeWithDay(since)}`}. {children}
  </p>
)
