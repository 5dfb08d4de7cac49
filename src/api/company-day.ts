/** Weeks and dates go by the company's time zone, times by the reader's (wire.md §4). */
import { useQuery } from '@tanstack/react-query'
import { dayInZone } from '#src/lib/day-in-zone.ts'
import { useReadOfNow } from '#src/lib/use-now.ts'
import { knownTimeZone, portalConfig } from './portal-config.ts'

/** The company's day at a moment (milliseconds since 1970), as `YYYY-MM-DD`; the reader's where the server names no zone. */
export const companyDay = (at: number): string => dayInZone(at, knownTimeZone())

/** The company's day of an instant that the server wrote. */
export const companyDayOf = (instant: string): string => companyDay(Date.parse(instant))

const noDay = () => ''

/**
 * The day that it is for the company. `enabled: false`: `''`, and an older browser's tables are not loaded, which take a tenth
 * of a second of a phone's launch.
 */
export function useCompanyDay({ enabled = true } = {}): string {
  // A first visit knows the zone a moment later: then it may be another day.
  useQuery({ ...portalConfig, enabled: false })
  return useReadOfNow(enabled ? companyDay : noDay)
}
