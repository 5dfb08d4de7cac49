import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KNOWN_FORMATS } from './known-formats.ts'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/**
 * Simulates a browser of this locale: its tables use it by default. Returns a function that returns how often the tables
 * were used. `named`: the locale that the plural rules report.
 */
function readIn(locale: string, named = locale): () => number {
  let asked = 0
  const { DateTimeFormat, PluralRules } = Intl
  class Times extends DateTimeFormat {
    constructor(_?: unknown, options?: Intl.DateTimeFormatOptions) {
      super(locale, options)
      asked++
    }
  }
  class Plurals extends PluralRules {
    override resolvedOptions() {
      return { ...super.resolvedOptions(), locale: named }
    }
  }
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale)
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat: Times, PluralRules: Plurals }))
  const write = Number.prototype.toLocaleString
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, _, options) {
    asked++
    return write.call(this, locale, options)
  })
  return () => asked
}

const minuteOfTheDay = (minute: number) => new Date(2026, 10, 21, Math.floor(minute / 60), minute % 60)

test.each([
  ...Object.keys(KNOWN_FORMATS).map((locale) => [locale, true] as const),
  ...['en-AU', 'da-DK', 'ar-EG'].map((locale) => [locale, false] as const),
])('writes times and numbers of %s like the tables; known without them: %s', async (locale, isKnown) => {
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const minutes = Array.from({ length: 1_440 }, (_, minute) => minuteOfTheDay(minute))
  const times = minutes.map((minute) => time.format(minute))
  const number = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const counts = [1, 999, 1_000, 12_345, 1_234_567]
  const asked = readIn(locale)
  const { clockTime } = await import('./clock-time.ts')
  const { countText, prepareCounts } = await import('./count-text.ts')
  // Without the isolates around right-to-left times.
  const written = minutes.map((minute) => clockTime(minute.toISOString()).replace(/[\u2068\u2069]/g, ''))
  expect(written).toEqual(times)
  prepareCounts()
  expect(asked() === 0).toBe(isKnown)
  expect(counts.map(countText)).toEqual(counts.map((count) => number.format(count)))
})

test.each([
  ['de-AT', 'de'],
  ['es-MX', 'es'],
  ['fr-CA', 'fr'],
])('does not take %s for %s if the plural rules leave out the region', async (locale, named) => {
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const asked = readIn(locale, named)
  const { clockTime } = await import('./clock-time.ts')
  expect(clockTime(minuteOfTheDay(843).toISOString())).toBe(time.format(minuteOfTheDay(843)))
  expect(asked()).toBeGreaterThan(0)
})
