/** Chooses a table's order on a phone, where rows are cards and there are no headers to press. */
import { NativeSelect } from '@mantine/core'
import { memo } from 'react'
import { usePhone } from '../use-phone.ts'
import type { Column, Sort } from './DataTable.tsx'
import classes from './SortBy.module.css'

interface SortByProps<Row> {
  /** The table's columns. */
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
}

function Select<Row>({ columns, sort, onSort }: SortByProps<Row>) {
  const orders = columns
    .filter((column) => column.sort)
    .flatMap(({ key, title, word = title }) => [
      { value: `${key} asc`, label: `${word}, ascending` },
      { value: `${key} desc`, label: `${word}, descending` },
    ])
  const wanted = sort && `${sort.key} ${sort.descending ? 'desc' : 'asc'}`
  // An address may name an order that this table does not have.
  const isKnown = orders.some(({ value }) => value === wanted)
  return (
    <NativeSelect
      aria-label="Sort by"
      className={classes.select}
      data={isKnown ? orders : [{ value: '', label: 'Sort by…' }, ...orders]}
      value={isKnown && wanted ? wanted : ''}
      onChange={(event) => {
        const [key, dir] = event.currentTarget.value.split(' ')
        if (key) onSort({ key, descending: dir === 'desc' })
      }}
    />
  )
}

function OnPhone<Row>(props: SortByProps<Row>) {
  return usePhone() && <Select {...props} />
}

/** Shown on a phone only. Memoised: typing in a field beside it does not render it. */
export const SortBy = memo(OnPhone) as typeof OnPhone
