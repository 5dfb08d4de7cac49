/**
 * How the most frequent languages write a clock time and a number, so that a first visit, which has no stored format yet,
 * need not load the browser's locale tables (a tenth of a second of a phone's launch). Checked against these by a test.
 */

interface KnownFormat {
  /** 24: `14:03`; 12: `02:03 PM`. */
  readonly hours: 12 | 24
  /** The thousands separator; null if a number of four digits has none. */
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
 * Returns the format of the reader's locale; undefined if only the tables have it. The locale comes from the plural rules,
 * which load no tables, but in some browsers lack the region: the format of the reader's first language must be the same.
 */
export function knownFormat(): KnownFormat | undefined {
  const format = KNOWN_FORMATS[new Intl.PluralRules().resolvedOptions().locale]
  return format === KNOWN_FORMATS[navigator.language] ? format : undefined
}
