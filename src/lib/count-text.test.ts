import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.removeItem('portal.thousands')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const launch = async () => (await import('./count-text.ts')).countText
const COUNTS = [0, 7, 999, 1_000, 1_001, 54_321, 100_000, 1_000_000, 1_234_567]
/** Sets the browser's language. */
function speaks(language: string): void {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, _, options) {
    return new Intl.NumberFormat(language, options).format(Number(this))
  })
}

test.each(['en', 'de', 'fr', 'es', 'pl', 'en-IN', 'ar-EG', 'de-CH'])(
  'writes counts like the browser’s tables: %s',
  async (language) => {
    speaks(language)
    const countText = await launch()
    // Below a thousand the tables are not used.
    const written = (count: number) => count.toLocaleString(undefined, { numberingSystem: 'latn' })
    for (const count of COUNTS.filter((each) => each >= 1_000)) expect(countText(count)).toBe(written(count))
  },
)

test('writes small and large counts in the same digits in a language with its own', async () => {
  speaks('ar-EG')
  const countText = await launch()
  expect([7, 999, 1_428].map(countText)).toEqual(['7', '999', '1,428'])
})

test('writes the same in the next launch without the tables', async () => {
  speaks('de')
  expect((await launch())(54_321)).toBe('54.321')
  vi.resetModules()
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(() => {
    throw new Error('The tables were asked for.')
  })
  const countText = await launch()
  expect(COUNTS.map(countText)).toEqual([
    '0',
    '7',
    '999',
    '1.000',
    '1.001',
    '54.321',
    '100.000',
    '1.000.000',
    '1.234.567',
  ])
})
