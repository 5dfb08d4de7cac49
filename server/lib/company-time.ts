/** The company's calendar: days and clock times in its time zone (FOYER_TIMEZONE, wire.md §3). Pure. */
import { DAY_MS } from './instants.ts'

export const DAYS_OF_WEEK = 7
/** The last instant whose text sorts in order: later years have more than four digits. */
const LAST = '9999-12-31T23:59:59.999Z'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the cached formatter of a time zone: creating one costs far more than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

function partsOf(at: number, timeZone: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** The wall clock time in the company's zone, as `14:05`. */
export function clockTime(instant: string, timeZone: string): string {
  const { hour, minute } = partsOf(Date.parse(instant), timeZone)
  return `${hour}:${minute}`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Says when something was, for use in a sentence: `at 14:05`, or on another day than today `on 21 Nov at 14:05`. */
export function whenOf(instant: string, { now, timeZone }: { now: string; timeZone: string }): string {
  const at = `at ${clockTime(instant, timeZone)}`
  if (dayOf(instant, timeZone) === dayOf(now, timeZone)) return at
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' })
  dayFormats.set(timeZone, format)
  return `on ${format.format(Date.parse(instant))} ${at}`
}

/** The day in the company's zone, `YYYY-MM-DD`, on which an instant falls. */
export function dayOf(instant: string, timeZone: string): string {
  const { year = '', month, day } = partsOf(Date.parse(instant), timeZone)
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** Adds days to a date. Counts in UTC dates, so that no clock change shifts the result. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The Monday of the week that contains the day. */
export function mondayOf(day: string): string {
  const sinceSunday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((sinceSunday + 6) % DAYS_OF_WEEK))
}

/** The zone's offset in milliseconds at an instant: the local wall clock read as UTC, minus the instant. */
function offsetAt(at: number, timeZone: string): number {
  const { year = '', month, day, hour, minute, second } = partsOf(at, timeZone)
  // `startOfDay` also asks about the day after 9999-12-31, whose year has five digits.
  const full = year.length > 4 ? `+${year.padStart(6, '0')}` : year.padStart(4, '0')
  const wall = Date.parse(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return wall - Math.floor(at / 1000) * 1000
}

/** The first instant of a day. If midnight falls into the gap of a clock change, the day begins after the gap. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const candidates = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => new Date(midnight - offsetAt(near, timeZone)).toISOString())
    .sort()
  return candidates.find((instant) => dayOf(instant, timeZone) === day) ?? new Date(midnight).toISOString()
}

/** The first instant after a day, 9999-12-31T23:59:59.999Z at most. */
export function endOfDay(day: string, timeZone: string): string {
  const next = addDays(day, 1)
  return next.startsWith('+') ? LAST : startOfDay(next, timeZone)
}
