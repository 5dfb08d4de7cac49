/** Weeks and days as the mood report writes them. */
import type { DateRange } from '#contract/apps/mood.ts'
import { companyDayOf } from '#src/api/company-day.ts'
import { DAY_MS } from '#src/lib/spans.ts'

/** Whatever the reader's language (spec §2). By hand: the browser's tables take a tenth of a second of a phone's launch. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Mar 5, 2024` (spec §2), where the company is. */
export function dateOf(instant: string): string {
  const [year, month, day] = companyDayOf(instant).split('-').map(Number)
  return `${MONTHS[Number(month) - 1]} ${day}, ${year}`
}

/** Days since 1970. */
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** `Nov 16 – 22`, `Dec 28 – Jan 3`: it is always a week of these days. */
export function shortOf({ startDate, endDate }: DateRange): string {
  const [first, last] = [new Date(startDate), new Date(endDate)]
  const month = (day: Date) => MONTHS[day.getUTCMonth()]
  const end = month(first) === month(last) ? last.getUTCDate() : `${month(last)} ${last.getUTCDate()}`
  return `${month(first)} ${first.getUTCDate()} – ${end}`
}

/** The week that it is, the one before, or neither: those two stand out in the list. */
export function recencyOf({ startDate, endDate }: DateRange, today: string): 'This week' | 'Last week' | null {
  const isIn = (day: number) => dayNumber(startDate) <= day && day <= dayNumber(endDate)
  if (isIn(dayNumber(today))) return 'This week'
  return isIn(dayNumber(today) - 7) ? 'Last week' : null
}
