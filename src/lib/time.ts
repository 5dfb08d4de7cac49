/** Times as the reader's own zone and locale write them (wire.md §4), but for names of months and days. */

/**
 * These are in English, as all else on the page is: a screen reader would say another language's in an English voice. As
 * the reader's country writes it, where they have English at all.
 */
const english = () => globalThis.navigator?.languages?.find((language) => /^en\b/i.test(language)) ?? 'en-GB'

const hasNames = ({ weekday, month, dateStyle }: Intl.DateTimeFormatOptions) =>
  Boolean(weekday || dateStyle || month === 'short' || month === 'long')

function made(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  if (!hasNames(options)) return new Intl.DateTimeFormat(undefined, options)
  if (!options.timeStyle) return new Intl.DateTimeFormat(english(), options)
  // The clock stays the reader's.
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return new Intl.DateTimeFormat(english(), { ...options, ...(hourCycle && { hourCycle }) })
}

/** Made at the first use: it loads the browser's tables, a tenth of a second of a phone's launch. */
export function writer(options: Intl.DateTimeFormatOptions): (instant: string | number | Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    format ??= made(options)
    return format.format(new Date(instant))
  }
}

/** `5 Mar 2026, 14:03`: where many days stand in one list. */
export const dayAndTime = writer({ dateStyle: 'medium', timeStyle: 'short' })

const WHOLE: Intl.DateTimeFormatOptions = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }

/** The date part, for the tooltip over a time. */
export const calendarDay = writer(WHOLE)

/** Days of a calendar, `YYYY-MM-DD`, wherever they are read. */
export function dayWriter(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const write = writer({ ...options, timeZone: 'UTC' })
  return (day) => write(`${day}T00:00:00Z`)
}

/** `05/03/26`, in the order of the reader's locale (spec §9). */
export const shortDay = dayWriter({ day: '2-digit', month: '2-digit', year: '2-digit' })

/** `Thursday, 5 March 2026`. */
export const wholeDay = dayWriter(WHOLE)
