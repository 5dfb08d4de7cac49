/** Days in the company's time zone: weeks and dates follow the company's zone, times the reader's (wire.md §4). */
import { useQuery } from '@tanstack/react-query'
import { dayInZone } from '#src/lib/day-in-zone.ts'
import { useReadOfNow } from '#src/lib/use-now.ts'
import { knownTimeZone, portalConfig } from './portal-config.ts'

/** Returns the company's day at `at` (milliseconds since 1970) as `YYYY-MM-DD`; the reader's day if no zone is known. */
export const companyDay = (at: number): string => dayInZone(at, knownTimeZone())

/** Returns the company's day of an instant from the server. */
export const companyDayOf = (instant: string): string => companyDay(Date.parse(instant))

const noDay = () => ''

/**
 * Returns the company's current day. With `enabled: false` it returns `''`, and older browsers do not load their locale
 * tables, which would take a tenth of a second of a phone's launch.
 */
export function useCompanyDay({ enabled = true } = {}): string {
  // On a first visit the zone arrives a moment later, and the day may then be another.
  useQuery({ ...portalConfig, enabled: false })
  return useReadOfNow(enabled ? companyDay : noDay)
}
