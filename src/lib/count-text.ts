/**
 * How many, parted as its reader does (`1,000`): without the browser's tables, which a launch would have to load. In the
 * digits that every other number has, where the language has its own: one table would have both.
 */
import { keptFormat } from './kept-format.ts'
import { knownFormat } from './known-formats.ts'

const DIGITS = { numberingSystem: 'latn' } as const
const byTables = (count: number) => count.toLocaleString(undefined, DIGITS)

/** What stands between each three digits; null where the language does otherwise. */
function separator(): { readonly between: string | null } {
  const known = knownFormat()
  if (known) return { between: known.between }
  const [, between = null] = /^1(\D)234$/.exec(byTables(1_234)) ?? []
  return { between: byTables(1_234_567) === `1${between}234${between}567` ? between : null }
}

/** Once nobody waits: for the next launch. */
export const prepareCounts = keptFormat('portal.thousands', separator)

export function countText(count: number): string {
  // Below, the tables change nothing.
  if (count < 1_000) return String(count)
  const { between } = prepareCounts()
  return between === null ? byTables(count) : String(count).replace(/\B(?=(?:\d{3})+$)/g, between)
}
