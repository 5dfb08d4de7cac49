/** Due days, counted from a day of the company's calendar. Pure. */
import { addDays } from '../../lib/company-time.ts'

/** Returns the day on which something is due: `2026-03-30` and 3 → `2026-04-02`. Null where either part is missing. */
export function dueOn(countsFrom: string | null, days: number | null): string | null {
  if (countsFrom === null || days === null) return null
  return addDays(countsFrom, days)
}
