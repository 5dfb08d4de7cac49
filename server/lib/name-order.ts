/** Sorts names in the same order on both databases, whose own text sorting differs. Pure. */

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

interface NamedRecord {
  readonly id: number
  readonly name: string
}

/**
 * Compares names that have no id. Names that differ in case or accents alone are ordered by code unit, so that the order
 * does not depend on the database.
 */
export const compareNames = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : Number(a > b))

/** Compares by name, equal names by id. */
export const inNameOrder = (a: NamedRecord, b: NamedRecord) => collator.compare(a.name, b.name) || a.id - b.id

/**
 * Folds case and the different encodings of an accent. Upper-casing first merges letters that lower-casing keeps apart (ß
 * and SS); the first lower-casing turns ẞ, which is upper case already, into ß. İ becomes an i with a dot, as Postgres has
 * it in most languages.
 */
export const foldCase = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    // Upper-casing decomposes some letters.
    .normalize('NFC')

/** Two blanks, or a line break, look like one blank. */
const asSeen = (name: string) => foldCase(name).replace(/\s+/g, ' ')

/** Returns the first of the names that looks like `wanted` without case, in any script; undefined if the name is free. */
export function takenName(names: readonly string[], wanted: string): string | undefined {
  const seen = asSeen(wanted)
  return names.find((name) => asSeen(name) === seen)
}
