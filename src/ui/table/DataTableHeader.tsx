/** The header of one column of a `DataTable`; pressing it sorts. */
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { Column, Sort } from './DataTable.tsx'
import classes from './DataTableHeader.module.css'

interface DataTableHeaderProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
  /** Whether headers are visually hidden, as with cards: they must not take the focus then. */
  readonly isOutOfSight: boolean
}

export function DataTableHeader<Row>({ column, sort, onSort, isOutOfSight }: DataTableHeaderProps<Row>) {
  const isSorted = sort?.key === column.key
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'
  const Icon = isSorted ? (sort.descending ? IconArrowDown : IconArrowUp) : IconSelector
  return (
    <th
      scope="col"
      aria-sort={column.sort ? direction : undefined}
      data-phone={column.phone}
      style={{ width: column.width, '--share': column.share }}
    >
      {column.sort && !isOutOfSight ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onSort({ key: column.key, descending: isSorted && !sort.descending })}
        >
          {column.title}
          <Icon size={14} stroke={1.75} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
