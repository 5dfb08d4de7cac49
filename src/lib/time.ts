/** Times in the reader's zone and locale (wire.md §4), except the names of months and days, which are English. */
import { MINUTE_MS } from './spans.ts'

/**
 * Returns the reader's first English locale, for their country's order, or British English. Names are in English like the
 * rest of the page, because a screen reader would read those of another language in an English voice.
 */
const english = () => globalThis.navigator?.languages?.find((language) => /^en\b/i.test(language)) ?? 'en-GB'

const hasNames = ({ weekday, month, dateStyle }: Intl.DateTimeFormatOptions) =>
  Boolean(weekday || dateStyle || month === 'short' || month === 'long')

function made(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const options = { ...parts, timeZone: 'UTC' }
  if (!hasNames(options)) return new Intl.DateTimeFormat(undefined, options)
  if (!options.timeStyle) return new Intl.DateTimeFormat(english(), options)
  // The 12- or 24-hour clock stays that of the reader's locale.
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return new Intl.DateTimeFormat(english(), { ...options, ...(hourCycle && { hourCycle }) })
}

/**
 * Returns a formatter of the time that clocks in UTC show, for what is a time. The format is created at the first use, as
 * it loads the locale tables: a tenth of a second on a phone.
 */
function utcWriter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (at) => {
    format ??= made(options)
    return format.format(at)
  }
}

/**
 * Returns a formatter. What is no time, as another server may send it, is returned unchanged. Only `Date` knows the zone
 * of a machine that has travelled since the page was opened: a format keeps the zone that it was created in.
 */
export function writer(options: Intl.DateTimeFormatOptions): (instant: string | number | Date) => string {
  const write = utcWriter(options)
  return (instant) => {
    const at = new Date(instant)
    return Number.isNaN(at.getTime()) ? String(instant) : write(at.getTime() - at.getTimezoneOffset() * MINUTE_MS)
  }
}

/** Returns `5 Mar 2026, 14:03`, for lists that span many days. */
export const dayAndTime = writer({ dateStyle: 'medium', timeStyle: 'short' })

const WHOLE: Intl.DateTimeFormatOptions = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }

/** Returns the date of an instant, for the tooltip over a time. */
export const calendarDay = writer(WHOLE)

/**
 * Returns a formatter for calendar days, `YYYY-MM-DD`, independent of the reader's time zone. What is no day is returned
 * unchanged.
 */
export function dayWriter(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const write = utcWriter(options)
  return (day) => {
    const at = Date.parse(`${day}T00:00:00Z`)
    return Number.isNaN(at) ? day : write(at)
  }
}

/** Returns `05/03/26`, in the order of the reader's locale (spec §9). */
export const shortDay = dayWriter({ day: '2-digit', month: '2-digit', year: '2-digit' })

/** Returns `Thursday, 5 March 2026`. */
export const wholeDay = dayWriter(WHOLE)
