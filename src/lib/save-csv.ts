/** Hands a table to the person as a file for a spreadsheet. */

/** Spreadsheets know UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

export function saveCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
