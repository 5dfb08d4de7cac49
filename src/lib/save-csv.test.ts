/** CSV files as a spreadsheet reads them. */
import { afterEach, expect, test, vi } from 'vitest'
import { csvOf, saveCsv } from './save-csv.ts'

afterEach(() => vi.restoreAllMocks())

const written = async (text: string | number) => (await csvOf({ fields: ['Said'], data: [[text]] })).split('\r\n')[1]

test.each(['=1+1', '+1', '-1', '@low', '\t=1', '=HYPERLINK("http://evil.example")', '\uff1d1+1'])(
  'escapes %j, on one line or on several',
  async (text) => {
    const quoted = text.replaceAll('"', '""')
    expect(await written(text)).toBe(`"'${quoted}"`)
    expect(await written(`${text}\nand more`)).toBe(`"'${quoted}\nand more"`)
  },
)

test('escapes a formula after a line break', async () => {
  expect(await written('\n=1+1')).toBe(`"'\n=1+1"`)
})

test('leaves other texts and numbers unchanged', async () => {
  for (const text of ['fine', 'a = b', 'two\nlines\n=3', '3-1'])
    expect(await written(text)).toBe(text.includes('\n') ? `"${text}"` : text)
  expect(await written(-3)).toBe('-3')
})

/** Sets the language in which numbers are formatted. */
function speak(language: string): void {
  const format = Number.prototype.toLocaleString
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, _, options) {
    return format.call(this, language, options)
  })
}

const table = { fields: ['Week', 'Days, on average'], data: [['one; two', 3.5] as const, ['three, four', 12] as const] }

test.each(['de-DE', 'fr-FR', 'pl-PL'])('uses semicolons and decimal commas in %s', async (language) => {
  speak(language)
  expect(await csvOf(table)).toBe('Week;Days, on average\r\n"one; two";3,5\r\nthree, four;12')
})

test.each(['en-US', 'en-GB', 'ja-JP', 'ar-EG'])('uses commas and decimal points in %s', async (language) => {
  speak(language)
  expect(await csvOf(table)).toBe('Week,"Days, on average"\r\none; two,3.5\r\n"three, four",12')
})

test('offers a file of this name, which spreadsheets recognise as UTF-8', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:portal/1')
  const offered: string[][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    offered.push([this.href, this.download])
  })
  await saveCsv({ fields: ['Name'], data: [['Zoë']] }, 'people.csv')
  expect(offered).toEqual([['blob:portal/1', 'people.csv']])
  const bytes = await new Response(made.mock.calls[0]?.[0] as Blob).arrayBuffer()
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\ufeffName\r\nZoë')
})
