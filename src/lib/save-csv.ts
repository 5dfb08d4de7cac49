/** A table as a file for spreadsheets. */

/** Spreadsheets know UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

export interface Table {
  readonly fields: readonly string[]
  readonly data: readonly (readonly (string | number)[])[]
}

/** How a formula begins, also one that goes on over several lines. Some spreadsheets take the wide forms for the plain ones. */
export const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** The table as CSV (RFC 4180); what people wrote must not run as a formula where it is opened. */
export async function csvOf({ fields, data }: Table): Promise<string> {
  const { unparse } = await import('papaparse')
  return unparse({ fields: [...fields], data: data.map((row) => [...row]) }, { escapeFormulae: FORMULA })
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
