/** Weeks and days as the mood report writes them. */
import type { DateRange } from '#contract/apps/mood.ts'
import { companyDayOf } from '#src/api/company-day.ts'
import { DAY_MS } from '#src/lib/spans.ts'

/**
 * English in every language (spec §2). Spelled out here, because loading the browser's date tables takes a tenth of a
 * second of a phone's launch.
 */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the company's day of an instant, like `Mar 5, 2024` (spec §2). */
export function dateOf(instant: string): string {
  const [year, month, day] = companyDayOf(instant).split('-').map(Number)
  return `${MONTHS[Number(month) - 1]} ${day}, ${year}`
}

/** Returns the number of days since 1970. */
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

const shortDay = (day: Date) => `${MONTHS[day.getUTCMonth()]}\u00a0${day.getUTCDate()}`

/** Returns the first day of a week as `shortOf` writes it, like `Nov 16`. */
export const startOf = ({ startDate }: DateRange) => shortDay(new Date(startDate))

/** Returns a week in short form, like `Nov 16 – 22` or `Dec 28 – Jan 3`, with spaces at which no line breaks. */
export function shortOf({ startDate, endDate }: DateRange): string {
  const [first, last] = [new Date(startDate), new Date(endDate)]
  const end = first.getUTCMonth() === last.getUTCMonth() ? last.getUTCDate() : shortDay(last)
  return `${shortDay(first)}\u00a0–\u00a0${end}`
}

/** Returns whether a week is the current or the previous one. Both stand out in the list. */
export function recencyOf({ startDate, endDate }: DateRange, today: string): 'This week' | 'Last week' | null {
  const isIn = (day: number) => dayNumber(startDate) <= day && day <= dayNumber(endDate)
  if (isIn(dayNumber(today))) return 'This week'
  return isIn(dayNumber(today) - 7) ? 'Last week' : null
}
