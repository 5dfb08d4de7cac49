/**
 * The weeks that reports are about (wire.md “Mood”): Monday to Sunday of the company's calendar. Pure.
 */
import { addDays, DAYS_OF_WEEK, dayOf, mondayOf } from '../../lib/company-time.ts'
import { DAY_MS } from '../../lib/instants.ts'

/** How long after its last day a week may still be filled. */
const OPEN_DAYS = 28

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Returns the Monday of the company's week at an instant. */
export const weekAt = (instant: string, timeZone: string): string => mondayOf(dayOf(instant, timeZone))

/** Returns the Sunday of the week that begins on this Monday. */
export const endOfWeek = (monday: string): string => addDays(monday, DAYS_OF_WEEK - 1)

/** Returns the next Monday. */
export const nextWeek = (monday: string): string => addDays(monday, DAYS_OF_WEEK)

/** Returns the Monday a number of weeks earlier. */
export const weeksBefore = (monday: string, weeks: number): string => addDays(monday, -weeks * DAYS_OF_WEEK)

/** Returns the Mondays from `first` to `last`, both included; none where `last` is earlier. */
export function weeksFrom(first: string, last: string): string[] {
  const count = (dayNumber(last) - dayNumber(first)) / DAYS_OF_WEEK + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index * DAYS_OF_WEEK))
}

/** Whether this week is the last to end in its month, that is in the month of its Sunday. */
export function isLastToEndInMonth(monday: string): boolean {
  const month = (day: string) => day.slice(0, 7)
  const end = endOfWeek(monday)
  return month(addDays(end, DAYS_OF_WEEK)) !== month(end)
}

interface OpenWeeksQuery {
  readonly now: string
  /** When the person's account was created. */
  readonly joinedAt: string
  readonly timeZone: string
}

/**
 * Returns the first and the last Monday of the weeks that a person may fill: begun, ended at most 4 weeks ago, and not
 * before the week in which they joined.
 */
export function openWeeks({ now, joinedAt, timeZone }: OpenWeeksQuery): { first: string; last: string } {
  const today = dayOf(now, timeZone)
  // The earliest week is the one with the first Sunday within the limit.
  const earliest = mondayOf(addDays(today, -OPEN_DAYS))
  const joined = weekAt(joinedAt, timeZone)
  return { first: joined > earliest ? joined : earliest, last: mondayOf(today) }
}
