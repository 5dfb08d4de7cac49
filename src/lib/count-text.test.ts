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
/** A browser of this language. */
function speaks(language: string): void {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, _, options) {
    return new Intl.NumberFormat(language, options).format(Number(this))
  })
}

test.each(['en', 'de', 'fr', 'es', 'pl', 'en-IN', 'ar-EG', 'de-CH'])(
  'a count is as the tables have it: %s',
  async (language) => {
    speaks(language)
    const countText = await launch()
    // Below a thousand they are not asked.
    const written = (count: number) => count.toLocaleString(undefined, { numberingSystem: 'latn' })
    for (const count of COUNTS.filter((each) => each >= 1_000)) expect(countText(count)).toBe(written(count))
  },
)

test('where a language has digits of its own, small and large counts have the same', async () => {
  speaks('ar-EG')
  const countText = await launch()
  expect([7, 999, 1_428].map(countText)).toEqual(['7', '999', '1,428'])
})

test('the next launch writes it the same way without the tables', async () => {
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
