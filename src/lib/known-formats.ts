/**
 * How the most frequent languages write a clock time and a number: a first visit, which has nothing kept yet, need not load
 * the browser's tables for these (a tenth of a second of a phone's launch). Kept by a test against the tables.
 */

interface KnownFormat {
  /** Of the day, as `14:03` or `02:03 PM`. */
  readonly hours: 12 | 24
  /** Between each three digits; null where a number of four has none. */
  readonly between: string | null
}

const in24 = (between: KnownFormat['between']): KnownFormat => ({ hours: 24, between })
const COMMA = in24(',')
const POINT = in24('.')
const SPACE = in24('\u202f')
const NONE = in24(null)

export const KNOWN_FORMATS: Readonly<Record<string, KnownFormat>> = {
  'en-US': { hours: 12, between: ',' },
  'en-GB': COMMA,
  'en-IE': COMMA,
  de: POINT,
  'de-DE': POINT,
  nl: POINT,
  'nl-NL': POINT,
  'pt-BR': POINT,
  fr: SPACE,
  'fr-FR': SPACE,
  es: NONE,
  'es-ES': NONE,
  it: NONE,
  'it-IT': NONE,
  'pl-PL': NONE,
}

/**
 * Of the reader's locale; undefined where only the tables know. Plural rules name it and load none of them, in some browsers
 * without its region: what the reader's first language is must have the same.
 */
export function knownFormat(): KnownFormat | undefined {
  const format = KNOWN_FORMATS[new Intl.PluralRules().resolvedOptions().locale]
  return format === KNOWN_FORMATS[navigator.language] ? format : undefined
}
