/** Weeks and days as the mood report writes them. */
import type { DateRange } from '#contract/apps/mood.ts'

const DAY_MS = 86_400_000

const written = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** `Mar 5, 2024` (spec §2). */
export const dateOf = (instant: string): string => written.format(new Date(instant))

/** Days since 1970, of the day that it is here. */
const today = (now: Date) => Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS)
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The week that it is, the one before, or neither: those two stand out in the list. */
export function recencyOf({ startDate, endDate }: DateRange, now = new Date()): 'This week' | 'Last week' | null {
  const isIn = (day: number) => dayNumber(startDate) <= day && day <= dayNumber(endDate)
  if (isIn(today(now))) return 'This week'
  return isIn(today(now) - 7) ? 'Last week' : null
}
