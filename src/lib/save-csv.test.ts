/** What people wrote, in a file that somebody opens in a spreadsheet. */
import { afterEach, expect, test, vi } from 'vitest'
import { csvOf } from './save-csv.ts'

afterEach(() => vi.restoreAllMocks())

const written = async (text: string | number) => (await csvOf({ fields: ['Said'], data: [[text]] })).split('\r\n')[1]

test.each(['=1+1', '+1', '-1', '@low', '\t=1', '=HYPERLINK("http://evil.example")', '\uff1d1+1'])(
  '%j is text and no formula, on one line or on several',
  async (text) => {
    const quoted = text.replaceAll('"', '""')
    expect(await written(text)).toBe(`"'${quoted}"`)
    expect(await written(`${text}\nand more`)).toBe(`"'${quoted}\nand more"`)
  },
)

test('a formula does not hide behind the end of a line', async () => {
  expect(await written('\n=1+1')).toBe(`"'\n=1+1"`)
})

test('what is none stays as it was written', async () => {
  for (const text of ['fine', 'a = b', 'two\nlines\n=3', '3-1'])
    expect(await written(text)).toBe(text.includes('\n') ? `"${text}"` : text)
  expect(await written(-3)).toBe('-3')
})

/** As where the device's language is this one. */
function speak(language: string): void {
  const format = Number.prototype.toLocaleString
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, _, options) {
    return format.call(this, language, options)
  })
}

const table = { fields: ['Week', 'Days, on average'], data: [['one; two', 3.5] as const, ['three, four', 12] as const] }

test.each(['de-DE', 'fr-FR', 'pl-PL'])(
  'a spreadsheet in %s finds cells, and numbers that are none of its dates',
  async (language) => {
    speak(language)
    expect(await csvOf(table)).toBe('Week;Days, on average\r\n"one; two";3,5\r\nthree, four;12')
  },
)

test.each(['en-US', 'en-GB', 'ja-JP', 'ar-EG'])('in %s they are parted by commas', async (language) => {
  speak(language)
  expect(await csvOf(table)).toBe('Week,"Days, on average"\r\none; two,3.5\r\n"three, four",12')
})
