/** Converts pasted tables: a release note has no tables, so each row becomes a line. */

/** Separator of two cells. */
const BETWEEN = ' | '
const BLOCKS = 'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table'

/** Returns the cell's content on one line, with its links and emphasis. */
function lineOf(cell: Element): Node[] {
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(...block.childNodes, ' ')
  for (const end of cell.querySelectorAll('br')) end.replaceWith(' ')
  return [...cell.childNodes]
}

/**
 * Returns the only non-empty cell of a row if it has several blocks, which are kept as they are: e-mails use tables for
 * layout. Otherwise null.
 */
function layoutCell(row: HTMLTableRowElement): Element | null {
  const [cell, ...others] = [...row.cells].filter(({ textContent }) => textContent.trim() !== '')
  return cell && others.length === 0 && cell.querySelectorAll(BLOCKS).length > 1 ? cell : null
}

/** Returns pasted HTML with a paragraph for each table row; HTML without tables is returned unchanged. */
export function withTableRows(html: string): string {
  if (!/<table\b/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Inner tables first: a table within a cell becomes part of that cell's line.
  for (const table of [...page.querySelectorAll('table')].reverse()) {
    const lines = [...table.rows].map((row) => {
      const cell = layoutCell(row)
      if (cell) {
        const block = page.createElement('div')
        block.append(...cell.childNodes)
        return block
      }
      const line = page.createElement('p')
      for (const [place, cell] of [...row.cells].entries()) {
        if (place > 0) line.append(BETWEEN)
        line.append(...lineOf(cell))
      }
      return line
    })
    const title = page.createElement('p')
    if (table.caption) title.append(...lineOf(table.caption))
    table.replaceWith(...(table.caption ? [title] : []), ...lines)
  }
  return page.body.innerHTML
}
