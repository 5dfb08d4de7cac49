/** Tables as they are pasted: a release note has none, so each of their rows becomes a line. */

/** Between two cells of a row. */
const BETWEEN = ' | '
const BLOCKS = 'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table'

/** What is in a cell, on one line: with its links and its emphasis. */
function lineOf(cell: Element): Node[] {
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(...block.childNodes, ' ')
  for (const end of cell.querySelectorAll('br')) end.replaceWith(' ')
  return [...cell.childNodes]
}

/**
 * Mails are laid out in tables: of a row in which one cell alone says something, in several blocks, these stay as they are.
 */
function laidOut(row: HTMLTableRowElement): Element | null {
  const [cell, ...others] = [...row.cells].filter(({ textContent }) => textContent.trim() !== '')
  return cell && others.length === 0 && cell.querySelectorAll(BLOCKS).length > 1 ? cell : null
}

/** HTML that was pasted, with a paragraph for each row of a table; any other as it came. */
export function withTableRows(html: string): string {
  if (!/<table\b/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  // A table within a cell first: it is part of that line.
  for (const table of [...page.querySelectorAll('table')].reverse()) {
    const lines = [...table.rows].map((row) => {
      const cell = laidOut(row)
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
