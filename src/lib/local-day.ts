/** `07`, as in days and clock times. */
export const twoDigits = (part: number) => String(part).padStart(2, '0')

/**
 * The reader's day, as `YYYY-MM-DD`. By hand: to ask the browser for one loads its table of languages, which the first
 * screen would wait for.
 */
export function localDay(at: number | Date): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}
