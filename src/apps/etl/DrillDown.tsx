/** The data sources, and a panel about the one that is open (spec §2 ETL viewer, Drill Down). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { compareText } from '#src/lib/compare-text.ts'
import { countText } from '#src/lib/count-text.ts'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import card from '#src/ui/Card.module.css'
import { OnPhone } from '#src/ui/OnPhone.tsx'
import { type Column, DataTable, type Sort } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { sortFrom, sortParams } from '#src/ui/table/sort-params.ts'
import classes from './DrillDown.module.css'
import { type DataSource, dataSources } from './queries.ts'
import list from './RunList.module.css'
import { SourcePanel } from './SourcePanel.tsx'
import { useEtlSearch } from './use-etl-search.ts'

const BY_NAME: Sort = { key: 'name', descending: false }
const byName = (a: DataSource, b: DataSource) => compareText(a.name, b.name)

/** A count. On a phone, where no column header names it, the noun follows. */
function Count({ count, word }: { count: number; word: string }) {
  return (
    <>
      {countText(count)}
      <OnPhone> {count === 1 ? word : `${word}s`}</OnPhone>
    </>
  )
}

const columnsFor = (open: number | undefined, onView: (id: number) => void): readonly Column<DataSource>[] => [
  {
    key: 'name',
    title: 'Data Source',
    phone: 'head',
    sort: byName,
    text: ({ name }) => name,
    cell: ({ name }) => <span className={list.task}>{name}</span>,
  },
  {
    key: 'tables',
    title: 'Total Tables',
    width: '120px',
    sort: (a, b) => a.totalTables.length - b.totalTables.length || byName(a, b),
    cell: ({ totalTables }) => <Count count={totalTables.length} word="table" />,
  },
  {
    key: 'steps',
    title: 'Total Steps',
    width: '120px',
    sort: (a, b) => a.totalSteps.length - b.totalSteps.length || byName(a, b),
    cell: ({ totalSteps }) => <Count count={totalSteps.length} word="step" />,
  },
  {
    key: 'view',
    title: 'View',
    width: '96px',
    phone: 'aside',
    cell: ({ _id, name }) => (
      <Button
        size="compact-sm"
        variant={_id === open ? 'light' : 'default'}
        aria-label={`View ${name}`}
        aria-pressed={_id === open}
        data-view={_id}
        onClick={() => onView(_id)}
      >
        View
      </Button>
    ),
  },
]

export function DrillDown() {
  const { search, change, openDetails, closeDetails } = useEtlSearch()
  const { data, error } = useQuery(dataSources)
  const sort = sortFrom(search, BY_NAME)
  const onSort = (sort: Sort) => change(sortParams(sort))
  const id = search.source
  // biome-ignore lint/correctness/useExhaustiveDependencies: `openDetails` does the same in every render
  const columns = useMemo(() => columnsFor(id, (source) => openDetails({ source })), [id])
  const source = data?.find(({ _id }) => _id === id)
  const viewed = useRef(id)
  // Returns the focus to the View button that opened the panel, once it is visible again: on a phone the panel covers
  // the list.
  useEffect(() => {
    if (id === undefined) document.querySelector<HTMLElement>(`[data-view="${viewed.current}"]`)?.focus()
    viewed.current = id
  }, [id])
  if (!data) return <NotLoaded error={error} />

  return (
    <div className={classes.drill} data-open={source !== undefined || undefined}>
      <section className={card.list} aria-labelledby="data-sources">
        <div className={card.head}>
          <div>
            <h2 id="data-sources">Data Sources</h2>
            <p className={list.count} role="status">
              {id !== undefined && !source && 'The data source of this link is not listed. '}
              {countText(data.length)} {data.length === 1 ? 'source' : 'sources'}
            </p>
          </div>
          <SortBy columns={columns} sort={sort} onSort={onSort} />
        </div>
        <DataTable
          label="Data Sources"
          columns={columns}
          rows={data}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={onSort}
          empty="No data sources yet. They appear with the first run that names them."
        />
      </section>
      {source && <SourcePanel key={source._id} source={source} onClose={closeDetails} />}
    </div>
  )
}
