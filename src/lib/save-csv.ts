/** Saves a table as a CSV file for spreadsheets. */

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

/** A table to save: the column titles and the rows. */
export interface Table {
  readonly fields: readonly string[]
  readonly data: readonly (readonly (string | number)[])[]
}

/** How a formula begins; the rest may span lines. Some spreadsheets treat the full-width signs like the plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const decimalSign = () => ((1.5).toLocaleString(undefined, { numberingSystem: 'latn' }) === '1,5' ? ',' : '.')

/**
 * Returns how tables are written (RFC 4180). Where people write 1,5, their spreadsheets expect semicolons between the cells
 * and show a line with commas as one cell. Texts that people wrote are escaped, so that they do not run as formulas.
 */
export const csvStyle = () => ({ delimiter: decimalSign() === ',' ? ';' : ',', escapeFormulae: FORMULA })

/** Returns the table as CSV, with the reader's decimal sign: a German spreadsheet reads 3.5 as the third of May. */
export async function csvOf({ fields, data }: Table): Promise<string> {
  const { unparse } = await import('papaparse')
  const sign = decimalSign()
  const isWritten = (cell: string | number) => typeof cell === 'string' || Number.isInteger(cell) || sign === '.'
  const rows = data.map((row) => row.map((cell) => (isWritten(cell) ? cell : String(cell).replace('.', sign))))
  return unparse({ fields: [...fields], data: rows }, csvStyle())
}

/** How long the file stays available: some browsers ask where to save it, and read it only afterwards. */
const HELD_MS = 60_000

/** Offers CSV as a download. The browser does not report whether the person saves it. */
export function saveText(csv: string, name: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS)
}

/** Offers the table as a CSV download. */
export const saveCsv = async (table: Table, name: string): Promise<void> => saveText(await csvOf(table), name)
