/** Calendar days elsewhere. */
import { localDay } from './local-day.ts'

const formats = new Map<string, Intl.DateTimeFormat | null>()

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    made = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    // A zone that this browser does not know.
  }
  formats.set(timeZone, made)
  return made
}

/** In all zones a day begins as a quarter of an hour does. */
const QUARTER_MS = 900_000
/** The answer to the last question: a clock asks the same for a quarter of an hour. */
let last = { timeZone: '', quarter: Number.NaN, day: '' }

/**
 * The day that it is in a time zone (IANA) at a moment (milliseconds since 1970), as `YYYY-MM-DD`; the reader's own where
 * none is known.
 */
export function dayInZone(at: number, timeZone: string | undefined): string {
  const format = timeZone && formatOf(timeZone)
  if (!format) return localDay(at)
  const quarter = Math.floor(at / QUARTER_MS)
  if (last.quarter !== quarter || last.timeZone !== timeZone) {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    last = { timeZone, quarter, day: `${parts.year}-${parts.month}-${parts.day}` }
  }
  return last.day
}
