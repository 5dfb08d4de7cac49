/** A table as a file for spreadsheets. */

/** Spreadsheets know UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

export interface Table {
  readonly fields: readonly string[]
  readonly data: readonly (readonly (string | number)[])[]
}

/** How a formula begins, also one that goes on over several lines. Some spreadsheets take the wide forms for the plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const decimalSign = () => ((1.5).toLocaleString(undefined, { numberingSystem: 'latn' }) === '1,5' ? ',' : '.')

/**
 * How the tables are written (RFC 4180). Where people write 1,5 their spreadsheets expect semicolons between the cells, and
 * show a line with commas as one cell. What people wrote must not run as a formula there.
 */
export const csvStyle = () => ({ delimiter: decimalSign() === ',' ? ';' : ',', escapeFormulae: FORMULA })

/** The table as CSV, numbers as people here write them: 3.5 is the third of May to a German spreadsheet. */
export async function csvOf({ fields, data }: Table): Promise<string> {
  const { unparse } = await import('papaparse')
  const sign = decimalSign()
  const isWritten = (cell: string | number) => typeof cell === 'string' || Number.isInteger(cell) || sign === '.'
  const rows = data.map((row) => row.map((cell) => (isWritten(cell) ? cell : String(cell).replace('.', sign))))
  return unparse({ fields: [...fields], data: rows }, csvStyle())
}

/** Some browsers ask first where to put it, and read it only then. */
const HELD_MS = 60_000

/** Hands CSV to the person as a download. Whether they take it nobody is told. */
export function saveText(csv: string, name: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS)
}

/** Hands the table to the person as a download. */
export const saveCsv = async (table: Table, name: string): Promise<void> => saveText(await csvOf(table), name)
