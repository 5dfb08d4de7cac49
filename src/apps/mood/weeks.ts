/** Weeks and days as the mood report writes them. */
import type { DateRange } from '#contract/apps/mood.ts'

const DAY_MS = 86_400_000

const written = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Mar 5, 2024` (spec §2). */
export const dateOf = (instant: string): string => written.format(new Date(instant))

/** Days since 1970, of the day that it is here. */
const today = (now: Date) => Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS)
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Whether it is the last day of the week where the company is; never where the server does not say when that ends. */
export function endsToday({ endsAt }: DateRange, now: number): boolean {
  const left = Date.parse(endsAt ?? '') - now
  return left > 0 && left <= DAY_MS
}

/** `Nov 16 – 22`. */
export const shortOf = ({ startDate, endDate }: DateRange): string =>
  short.formatRange(new Date(startDate), new Date(endDate))

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
