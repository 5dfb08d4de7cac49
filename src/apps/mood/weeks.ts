/** Weeks and days as the mood report writes them. */
import type { DateRange } from '#contract/apps/mood.ts'
import { DAY_MS } from '#src/lib/local-day.ts'

/** Whatever the reader's language (spec §2). By hand: the browser's tables take a tenth of a second of a phone's launch. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Mar 5, 2024` (spec §2). */
export function dateOf(instant: string): string {
  const day = new Date(instant)
  return `${MONTHS[day.getMonth()]} ${day.getDate()}, ${day.getFullYear()}`
}

/** Days since 1970, of the day that it is here. */
const today = (now: Date) => Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS)
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Whether it is the last day of the week where the company is; never where the server does not say when that ends. */
export function endsToday({ endsAt }: DateRange, now: number): boolean {
  const left = Date.parse(endsAt ?? '') - now
  return left > 0 && left <= DAY_MS
}

/** `Nov 16 – 22`, `Dec 28 – Jan 3`: it is always a week of these days. */
export function shortOf({ startDate, endDate }: DateRange): string {
  const [first, last] = [new Date(startDate), new Date(endDate)]
  const month = (day: Date) => MONTHS[day.getUTCMonth()]
  const end = month(first) === month(last) ? last.getUTCDate() : `${month(last)} ${last.getUTCDate()}`
  return `${month(first)} ${first.getUTCDate()} – ${end}`
}

/**
 * The week that it is where the company is, the one before, or neither: those two stand out in the list. Where the server
 * does not say when a week ends, by the reader's own calendar.
 */
export function recencyOf(
  { startDate, endDate, endsAt }: DateRange,
  now = new Date(),
): 'This week' | 'Last week' | null {
  if (endsAt) {
    const over = now.getTime() - Date.parse(endsAt)
    // No week is listed before it begins.
    return over < 0 ? 'This week' : over < 7 * DAY_MS ? 'Last week' : null
  }
  const isIn = (day: number) => dayNumber(startDate) <= day && day <= dayNumber(endDate)
  if (isIn(today(now))) return 'This week'
  return isIn(today(now) - 7) ? 'Last week' : null
}
