/** Calendar days in other time zones. */
import { attempt } from './attempt.ts'
import { localDay } from './local-day.ts'

type DayOf = (at: number) => string

/** Uses Temporal, which needs no locale tables: `Intl` loads them, a tenth of a second of a phone's launch. */
function byTemporal(timeZone: string): DayOf {
  // Temporal takes whole milliseconds only, and a calculated time may have a fraction.
  const day: DayOf = (at) =>
    Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  // Throws at once in a browser without Temporal, or for an unknown zone.
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

/** In every time zone a day begins at the start of a quarter of an hour. */
const QUARTER_MS = 900_000
/** The last result: a running clock needs the same day for a quarter of an hour. */
let last = { timeZone: '', quarter: Number.NaN, day: '' }

/**
 * Returns the day in an IANA time zone at `at` (milliseconds since 1970) as `YYYY-MM-DD`; the reader's without a zone. `''`
 * if `at` is no time.
 */
export function dayInZone(at: number, timeZone: string | undefined): string {
  if (Number.isNaN(at)) return ''
  if (!timeZone) return localDay(at)
  const quarter = Math.floor(at / QUARTER_MS)
  if (last.quarter !== quarter || last.timeZone !== timeZone) last = { timeZone, quarter, day: dayOf(timeZone)(at) }
  return last.day
}
