/** A row of the one table: a line on a desk, a card on a phone. */
import { memo, type ReactNode } from 'react'
import classes from './DataTable.module.css'
import type { Column } from './DataTable.tsx'

interface Look {
  /** A long table's rows do not grow. */
  readonly isCut: boolean
  /** On a phone. */
  readonly isCard: boolean
}

/**
 * What a row of a long table cuts short is whole in its tooltip, and wraps once a filter leaves fewer rows. Words stand in
 * their cell as they are; what may be higher than a row is held in a box. No component of its own: a list that is searched
 * would make one for each cell with each key.
 */
function cellOf<Row>(column: Column<Row>, row: Row, { isCut, isCard }: Look): ReactNode {
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

interface LineProps extends Look {
  readonly id: string | number
  /** Counted with the headers, where not all rows are in the document. */
  readonly index: number | undefined
  /** The one that somebody comes back from. */
  readonly isMarked: boolean
  readonly columns: readonly Column<unknown>[]
  readonly row: unknown
}

/** Drawn anew only where its row is another object: of a live list one row changes at a time. */
export const Line = memo(function Line({ id, index, isMarked, columns, row, isCut, isCard }: LineProps) {
  return (
    <tr data-key={id} data-marked={isMarked || undefined} aria-current={isMarked || undefined} aria-rowindex={index}>
      {columns.map((column) => cellOf(column, row, { isCut, isCard }))}
    </tr>
  )
})
