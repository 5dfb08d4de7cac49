/** Calendar days elsewhere. */
import { attempt } from './attempt.ts'
import { localDay } from './local-day.ts'

type DayOf = (at: number) => string

/** Knows the zones by itself: the older way loads all of the browser's tables, a tenth of a second of a phone's launch. */
function byTemporal(timeZone: string): DayOf {
  // It has no fractions of a millisecond, and a moment that was reckoned may.
  const day: DayOf = (at) =>
    Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  // A browser without it, or a zone that it does not know: told at once.
  day(0)
  return day
}

function byIntl(timeZone: string): DayOf {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at) => {
    const { year, month, day } = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${year}-${month}-${day}`
  }
}

const days = new Map<string, DayOf>()

function dayOf(timeZone: string): DayOf {
  const known = days.get(timeZone)
  if (known) return known
  const made = attempt(() => byTemporal(timeZone)) ?? attempt(() => byIntl(timeZone)) ?? localDay
  days.set(timeZone, made)
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
  if (!timeZone) return localDay(at)
  const quarter = Math.floor(at / QUARTER_MS)
  if (last.quarter !== quarter || last.timeZone !== timeZone) last = { timeZone, quarter, day: dayOf(timeZone)(at) }
  return last.day
}
