const two = (part: number) => String(part).padStart(2, '0')

/**
 * The reader's day, as `YYYY-MM-DD`. By hand: to ask the browser for one loads its table of languages, which the first
 * screen would wait for.
 */
export function localDay(at: number | Date): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
