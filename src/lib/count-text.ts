/** How many, as its reader writes it (`1,000`): without the browser's tables, which a launch would have to load. */
import { keptFormat } from './kept-format.ts'

/** What stands between each three digits; null where the language does otherwise. */
function separator(): { readonly between: string | null } {
  const [, between = null] = /^1(\D)234$/.exec((1_234).toLocaleString()) ?? []
  return { between: (1_234_567).toLocaleString() === `1${between}234${between}567` ? between : null }
}

/** Once nobody waits: for the next launch. */
export const prepareCounts = keptFormat('portal.thousands', separator)

export function countText(count: number): string {
  // Below, the tables change nothing.
  if (count < 1_000) return String(count)
  const { between } = prepareCounts()
  return between === null ? count.toLocaleString() : String(count).replace(/\B(?=(?:\d{3})+$)/g, between)
}
