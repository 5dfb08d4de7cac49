/** The reader's day, written without locale tables, and the two digits of its parts. */

/** Pads a number to two digits, as in days and clock times: `07`. */
export const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Returns the reader's day as `YYYY-MM-DD`. Not with `Intl`, whose locale tables would delay the first screen. */
export function localDay(at: number | Date): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}
