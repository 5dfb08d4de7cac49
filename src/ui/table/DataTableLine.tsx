/** A row of a `DataTable`: a line on a desktop, a card on a phone. */
import { memo, type ReactNode } from 'react'
import classes from './DataTable.module.css'
import type { Column } from './DataTable.tsx'

interface RowLayout {
  /** Whether cells are cut short, as the rows of a long table must not grow. */
  readonly isCut: boolean
  /** Whether the row is a card, on a phone. */
  readonly isCard: boolean
}

/**
 * Renders a cell. Text that a long table cuts short is whole in the tooltip, and wraps once a filter leaves fewer rows.
 * Plain text goes directly into the cell; content that may be higher than a row is held in a box. Not a component: a
 * searched list would create one for each cell with each key.
 */
function cellOf<Row>(column: Column<Row>, row: Row, { isCut, isCard }: RowLayout): ReactNode {
  const { key, cell, second, text, phone = 'line' } = column
  const content = cell(row)
  const words = text?.(row) ?? (typeof content === 'string' ? content : '')
  const title = (isCut && words) || undefined
  const below = isCard && second?.(row)
  if (!below && (content === null || typeof content !== 'object'))
    return (
      <td key={key} data-phone={phone} title={title}>
        {content}
      </td>
    )
  return (
    <td key={key} data-phone={phone}>
      <div className={classes.cell} title={title}>
        {content}
        {below}
      </div>
    </td>
  )
}

interface DataTableLineProps extends RowLayout {
  readonly id: string | number
  /** The row's number, counting the header row; only if not all rows are in the document. */
  readonly index: number | undefined
  /** Whether this is the row that the person comes back from. */
  readonly isMarked: boolean
  readonly columns: readonly Column<unknown>[]
  readonly row: unknown
}

/** Memoised: rendered anew only if its row is another object, as in a live list one row changes at a time. */
export const DataTableLine = memo(function DataTableLine({
  id,
  index,
  isMarked,
  columns,
  row,
  isCut,
  isCard,
}: DataTableLineProps) {
  return (
    <tr data-key={id} data-marked={isMarked || undefined} aria-current={isMarked || undefined} aria-rowindex={index}>
      {columns.map((column) => cellOf(column, row, { isCut, isCard }))}
    </tr>
  )
})
