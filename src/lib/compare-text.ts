/**
 * Names and words in the order in which the reader's language has them, `2` before `10`. The browser's own tables for it
 * take a phone a twentieth of a second at their first use, which a launch that sorts a list would wait for: names in
 * Latin letters are compared by a key that gives the same order, others as far as it goes.
 */

import { spelt } from '#contract/folded.ts'

/** Languages that leave the Latin letters where they are (CLDR); others move `aa`, `ch`, `y` or `z`. */
const PLAIN_LANGUAGE = /^(?:en|de|fr|it|nl|pt|es)\b/i
const PLAIN = /^[a-z0-9 .'-]*/
/** Most names are their own key. */
const ITS_OWN_KEY = /^[a-z .-]*$/
/** What follows in Unicode are letters. */
const ACCENTS = /[\u0300-\u0362]/g
/** Digits come before letters, whatever the number: the length stands between both. */
const MOST_DIGITS = 40
const MOST_KEPT = 20_000

/** Compared character by character. */
interface Key {
  readonly text: string
  /** Whether nothing comes after it: only the tables know where the rest belongs. */
  readonly isWhole: boolean
}

let collator: Intl.Collator | undefined
/** Of which language the keys are. */
let language = ''
const keys = new Map<string, Key>()

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/** Without accents; in Spanish alone one makes a letter of its own. */
function bare(text: string): string {
  const kept = /^es\b/i.test(language) ? 'ñ' : ''
  const letters = kept ? text.normalize('NFC').split(kept) : [text]
  return letters.map((part) => spelt(part.normalize('NFD').replace(ACCENTS, ''))).join(kept)
}

function makeKey(text: string): Key {
  const lower = text.toLowerCase()
  if (ITS_OWN_KEY.test(lower)) return { text: lower, isWhole: true }
  const plain = isAscii(lower) ? lower : bare(lower)
  const [head = ''] = PLAIN.exec(plain) ?? []
  const isWhole = head.length === plain.length
  return {
    // What comes next may belong to the last letter or number.
    text: (isWhole ? head : head.replace(/\d+$|.$/, ''))
      .replaceAll("'", '/') // after the dot, as the tables have it
      .replace(
        /0*(\d+)/g,
        (_, digits: string) => String.fromCharCode(0x30 + Math.min(digits.length, MOST_DIGITS)) + digits,
      ),
    isWhole,
  }
}

function keyOf(text: string): Key {
  const known = keys.get(text)
  if (known) return known
  const key = makeKey(text)
  if (keys.size >= MOST_KEPT) keys.clear()
  keys.set(text, key)
  return key
}

/** Character by character, for what has one spelling, as days and instants have: no tables are asked. */
export const compareExact = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Null where only the tables know. */
function compareKeys(a: Key, b: Key): number | null {
  if (a.isWhole && b.isWhole) return compareExact(a.text, b.text)
  const length = Math.min(a.text.length, b.text.length)
  return compareExact(a.text.slice(0, length), b.text.slice(0, length)) || null
}

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
