/**
 * Names and words in the order in which the reader's language has them, `2` before `10`. The browser's own tables for it
 * take a phone a twentieth of a second at their first use, which a launch that sorts a list would wait for: plain
 * names are compared by a key that gives the same order.
 */

/** Languages that leave the Latin letters where they are (CLDR); others move `aa`, `ch`, `y` or `z`. */
const PLAIN_LANGUAGE = /^(?:en|de|fr|it|nl|pt|es)\b/i
const PLAIN = /^[a-z0-9 .'-]*$/i
/** Digits come before letters, whatever the number: the length stands between both. */
const MOST_DIGITS = 40
const MOST_KEPT = 20_000

let collator: Intl.Collator | undefined
const keys = new Map<string, string | null>()

/** Compared character by character; null where only the tables know. */
function keyOf(text: string): string | null {
  const known = keys.get(text)
  if (known !== undefined) return known
  const key = PLAIN.test(text)
    ? text
        .toLowerCase()
        .replaceAll("'", '/') // after the dot, as the tables have it
        .replace(
          /0*(\d+)/g,
          (_, digits: string) => String.fromCharCode(0x30 + Math.min(digits.length, MOST_DIGITS)) + digits,
        )
    : null
  if (keys.size >= MOST_KEPT) keys.clear()
  keys.set(text, key)
  return key
}

export function compareText(a: string, b: string): number {
  const [keyA, keyB] = PLAIN_LANGUAGE.test(navigator.language) ? [keyOf(a), keyOf(b)] : [null, null]
  if (keyA !== null && keyB !== null) return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
  collator ??= new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  return collator.compare(a, b)
}
