/** What people wrote, in a file that somebody opens in a spreadsheet. */
import { expect, test } from 'vitest'
import { csvOf } from './save-csv.ts'

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
