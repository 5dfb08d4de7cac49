/** Says that the line is lost, since when, and what that means for what is shown. */
import type { ReactNode } from 'react'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import card from '#src/ui/Card.module.css'

/** `since`: an instant; null where it is not known. */
export const Interruption = ({ since, children }: { since: string | null; children: ReactNode }) => (
  <p className={card.interruption} role="status">
    No connection{since && ` since ${timeWithDay(since)}`}. {children}
  </p>
)
