/** Times as the reader's own zone and locale write them (wire.md §4). */

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const both = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

/** `5 Mar 2026, 14:03`: where many days stand in one list. */
export const dayAndTime = (instant: string): string => both.format(new Date(instant))

/** `14:03`, or what the locale makes of it. */
export const clockTime = (instant: string): string => clock.format(new Date(instant))

const short = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: '2-digit', year: '2-digit' })

/** `05/03/26`, in the order of the reader's locale (spec §9). */
export const shortDay = (instant: string): string => short.format(new Date(instant))

/** The date part, for the tooltip over a time. */
export const calendarDay = (instant: string): string => day.format(new Date(instant))
