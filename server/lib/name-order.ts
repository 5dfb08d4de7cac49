/** The order of names, the same on both databases, which sort text each in a way of their own. Pure. */

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

interface Named {
  readonly id: number
  readonly name: string
}

/** Of what has no id: names that case or accents alone tell apart stand by their letters, or each database has them as it likes. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : Number(a > b))

/** By name, namesakes by id. */
export const inNameOrder = (a: Named, b: Named) => collator.compare(a.name, b.name) || a.id - b.id

/**
 * Without case, and however a keyboard makes an accent. Upper case joins what lower case keeps apart (ß and SS); ẞ is upper
 * case by itself, so it is an ß first. İ is an i with a dot, as Postgres has it in most languages.
 */
export const foldCase = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    // Upper case takes some letters apart.
    .normalize('NFC')

/** The one of these names that is the same as `wanted` without case, in any script; undefined where it is still free. */
export function takenName(names: readonly string[], wanted: string): string | undefined {
  const folded = foldCase(wanted)
  return names.find((name) => foldCase(name) === folded)
}
