/** One person's reports, or one week's with its votes. */
import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MoodReport } from '#contract/apps/mood.ts'
import { DataTable, sorted } from '#src/ui/DataTable.tsx'
import { labelOf } from './changes.ts'
import { type MoodSearch, moodSearch } from './mood-search.ts'
import { allPeriods, type ReportsOf } from './queries.ts'
import classes from './ReportsView.module.css'
import { ORDERS, onDesk, onPhone, sortOf } from './report-columns.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import { Votes } from './Votes.tsx'

const route = getRouteApi('/_in/app/mood-report')

interface ReportListProps {
  readonly of: ReportsOf
  readonly reports: readonly MoodReport[]
  readonly search: MoodSearch
}

export function ReportList({ of, reports, search }: ReportListProps) {
  const navigate = route.useNavigate()
  const { data: periods } = useQuery({ ...allPeriods, enabled: 'period' in of })
  const heading = useHeadingFocus()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const week = 'period' in of ? periods?.find(({ _id }) => _id === of.period) : undefined
  const sort = sortOf(search)
  const hasVotes = week?.isEmployeeOfTheMonthReport ?? false
  const order = (key: string, dir: string) =>
    void navigate({
      search: (before) => moodSearch({ ...before, sort: key, dir }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <section className={classes.list} aria-labelledby="reports">
        <div className={classes.head}>
          <h2 id="reports" ref={heading} tabIndex={-1}>
            <bdi>{'period' in of ? week && labelOf(week) : reports[0]?.name}</bdi>{' '}
            <span className={classes.count}>{reports.length === 1 ? '1 report' : `${reports.length} reports`}</span>
          </h2>
          <NativeSelect
            aria-label="Sort by"
            className={classes.order}
            data={ORDERS}
            value={`${sort.key} ${sort.descending ? 'desc' : 'asc'}`}
            onChange={(event) => {
              const [key = '', dir = ''] = event.currentTarget.value.split(' ')
              order(key, dir)
            }}
          />
        </div>
        <DataTable
          label="Reports"
          columns={isPhone ? onPhone : onDesk}
          rows={isPhone ? sorted(reports, onDesk, sort) : reports}
          rowKey={({ _id }) => _id}
          sort={isPhone ? null : sort}
          onSort={({ key, descending }) => order(key, descending ? 'desc' : 'asc')}
          empty="There are no reports here that are yours to read."
        />
      </section>
      {hasVotes && <Votes reports={reports} chosen={search.nominee} />}
    </>
  )
}
