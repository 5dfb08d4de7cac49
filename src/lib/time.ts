/** Times as the reader's own zone and locale write them (wire.md §4). */

/** Made at the first use: it loads the browser's tables, a tenth of a second of a phone's launch. */
export function writer(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    format ??= new Intl.DateTimeFormat(undefined, options)
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
