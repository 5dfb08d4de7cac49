/**
 * Compares names and words in the order of the reader's language, `2` before `10`. The first use of the browser's collation
 * tables takes a phone a twentieth of a second, which would delay a launch that sorts a list. So names in Latin letters are
 * compared by a sort key that gives the same order; other names by the Latin part they begin with, as far as that decides.
 */
import { toPlainLetters } from '#contract/folded.ts'

/** Languages with the usual order of Latin letters (CLDR); others move `aa`, `ch`, `y` or `z`. */
const PLAIN_LANGUAGE = /^(?:en|de|fr|it|nl|pt|es)\b/i
const PLAIN = /^[a-z0-9 .'-]*/
/** Most lower-case names are their own key. */
const ITS_OWN_KEY = /^[a-z .-]*$/
/** Combining accents; the marks that follow in Unicode are letters. */
const ACCENTS = /[\u0300-\u0362]/g
/** A number's key begins with its length as a character; the cap keeps that character below the letters. */
const MOST_DIGITS = 40
const MAX_CACHED_KEYS = 20_000

/** A sort key, compared character by character. */
interface SortKey {
  readonly text: string
  /** Whether the key covers the whole text: only the tables know the order of the rest. */
  readonly isWhole: boolean
}

let collator: Intl.Collator | undefined
/** The language that the keys are for. */
let language = ''
const keys = new Map<string, SortKey>()

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/** Removes accents, but keeps the ñ of Spanish, where it is a letter of its own. */
function withoutAccents(text: string): string {
  const kept = /^es\b/i.test(language) ? 'ñ' : ''
  const letters = kept ? text.normalize('NFC').split(kept) : [text]
  return letters.map((part) => toPlainLetters(part.normalize('NFD').replace(ACCENTS, ''))).join(kept)
}

function makeKey(text: string): SortKey {
  const lower = text.toLowerCase()
  if (ITS_OWN_KEY.test(lower)) return { text: lower, isWhole: true }
  const plain = isAscii(lower) ? lower : withoutAccents(lower)
  const [head = ''] = PLAIN.exec(plain) ?? []
  const isWhole = head.length === plain.length
  return {
    // The character that follows may combine with the last letter or number, so that is left out.
    text: (isWhole ? head : head.replace(/\d+$|.$/, ''))
      .replaceAll("'", '/') // sorts after the dot, as in the tables
      .replace(
        /0*(\d+)/g,
        (_, digits: string) => String.fromCharCode(0x30 + Math.min(digits.length, MOST_DIGITS)) + digits,
      ),
    isWhole,
  }
}

function keyOf(text: string): SortKey {
  const known = keys.get(text)
  if (known) return known
  const key = makeKey(text)
  if (keys.size >= MAX_CACHED_KEYS) keys.clear()
  keys.set(text, key)
  return key
}

/** Compares by code unit, without the tables, for values with a single spelling, such as days and instants. */
export const compareExact = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Compares two keys; null if only the tables can tell. */
function compareKeys(a: SortKey, b: SortKey): number | null {
  if (a.isWhole && b.isWhole) return compareExact(a.text, b.text)
  const length = Math.min(a.text.length, b.text.length)
  return compareExact(a.text.slice(0, length), b.text.slice(0, length)) || null
}

/** Compares two texts in the order of the reader's language. */
export function compareText(a: string, b: string): number {
  if (language !== navigator.language) {
    language = navigator.language
    keys.clear()
  }
  const order = PLAIN_LANGUAGE.test(language) ? compareKeys(keyOf(a), keyOf(b)) : null
  if (order !== null) return order
  collator ??= new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  return collator.compare(a, b)
}
