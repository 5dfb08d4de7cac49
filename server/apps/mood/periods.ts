/**
 * The weeks that reports are about (wire.md “Mood”): Monday to Sunday of the company's calendar. Pure.
 */
import { addDays, DAYS_OF_WEEK, dayOf, mondayOf } from '../../lib/company-time.ts'
import { DAY_MS } from '../../lib/instants.ts'

/** How long after its last day a week may still be filled. */
const OPEN_DAYS = 28

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The Monday of the week that it is, at an instant, where the company is. */
export const weekAt = (instant: string, timeZone: string): string => mondayOf(dayOf(instant, timeZone))

/** The Sunday of the week that begins on this Monday. */
export const endOfWeek = (monday: string): string => addDays(monday, DAYS_OF_WEEK - 1)

/** The Monday after. */
export const nextWeek = (monday: string): string => addDays(monday, DAYS_OF_WEEK)

/** The Monday so many weeks before. */
export const weeksBefore = (monday: string, weeks: number): string => addDays(monday, -weeks * DAYS_OF_WEEK)

/** Mondays from `first` to `last`, both included; none where `last` is earlier. */
export function weeksFrom(first: string, last: string): string[] {
  const count = (dayNumber(last) - dayNumber(first)) / DAYS_OF_WEEK + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index * DAYS_OF_WEEK))
}

/** Whether no other week ends in the month in which this one ends. */
export function isLastToEndInMonth(monday: string): boolean {
  const month = (day: string) => day.slice(0, 7)
  const end = endOfWeek(monday)
  return month(addDays(end, DAYS_OF_WEEK)) !== month(end)
}

interface Open {
  readonly now: string
  /** When the caller came to the portal. */
  readonly joinedAt: string
  readonly timeZone: string
}

/** The first and the last Monday of the weeks that somebody may fill: begun, ended no more than 4 weeks ago, not before they joined. */
export function openWeeks({ now, joinedAt, timeZone }: Open): { first: string; last: string } {
  const today = dayOf(now, timeZone)
  // The earliest Sunday that is no more than so long ago ends the earliest week.
  const earliest = mondayOf(addDays(today, -OPEN_DAYS))
  const joined = weekAt(joinedAt, timeZone)
  return { first: joined > earliest ? joined : earliest, last: mondayOf(today) }
}
