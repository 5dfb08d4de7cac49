/** Days that are counted from a day of the company's calendar. Pure. */

const DAY_MS = 86_400_000

/** `2026-03-30` and 3 → `2026-04-02`; null where there is nothing to count. */
export function dueOn(countsFrom: string | null, days: number | null): string | null {
  if (countsFrom === null || days === null) return null
  return new Date(Date.parse(`${countsFrom}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
