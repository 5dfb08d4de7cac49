/**
 * Counts with the reader's thousands separator (`1,000`), without the browser's locale tables, which a launch would have to
 * load. Always in Latin digits, as all other numbers on the page, so that no list mixes two kinds of digits.
 */
import { keptFormat } from './kept-format.ts'
import { knownFormat } from './known-formats.ts'

const DIGITS = { numberingSystem: 'latn' } as const
const byTables = (count: number) => count.toLocaleString(undefined, DIGITS)

/** Returns the thousands separator; null if the language does not simply group by three digits. */
function separator(): { readonly between: string | null } {
  const known = knownFormat()
  if (known) return { between: known.between }
  const [, between = null] = /^1(\D)234$/.exec(byTables(1_234)) ?? []
  return { between: byTables(1_234_567) === `1${between}234${between}567` ? between : null }
}

/** Loads the separator and stores it for the next launch; called in advance when the page is idle. */
export const prepareCounts = keptFormat('portal.thousands', separator)

/** Returns a count as text, with the reader's thousands separator. */
export function countText(count: number): string {
  // Below 1,000 there is no separator.
  if (count < 1_000) return String(count)
  const { between } = prepareCounts()
  return between === null ? byTables(count) : String(count).replace(/\B(?=(?:\d{3})+$)/g, between)
}
