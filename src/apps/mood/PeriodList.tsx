/** The weeks that reports are about, from the newest, each with its reports (spec §2). */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { compareExact } from '#src/lib/compare-text.ts'
import { type Column, DataTable } from '#src/ui/table/DataTable.tsx'
import { labelOf } from './changes.ts'
import { Pending } from './Pending.tsx'
import { allPeriods } from './queries.ts'
import classes from './ReportsView.module.css'
import { ViewButton } from './ViewButton.tsx'
import { WeekLabel } from './WeekLabel.tsx'
import { recencyOf } from './weeks.ts'

function Week({ period }: { period: DateRange }) {
  const recency = recencyOf(period, useCompanyDay())
  const label = <WeekLabel period={period} />
  return (
    <span className={classes.week}>
      {recency ? (
        <strong>
          <em>{label}</em>
        </strong>
      ) : (
        <span>{label}</span>
      )}
      {recency && <span className="quiet">{recency}</span>}
    </span>
  )
}

const weeks: readonly Column<DateRange>[] = [
  { key: 'week', title: 'Date Range', phone: 'head', cell: (period) => <Week period={period} /> },
  {
    key: 'month',
    title: 'Votes',
    phone: 'line',
    width: '220px',
    cell: ({ isEmployeeOfTheMonthReport }) => isEmployeeOfTheMonthReport && 'Employee of the month',
  },
  {
    key: 'view',
    title: 'Reports',
    phone: 'aside',
    width: '120px',
    cell: (period) => <ViewButton what={labelOf(period)} to={{ period: period._id }} />,
  },
]

export function PeriodList() {
  const { data, error } = useQuery(allPeriods)
  const shown = useMemo(() => data?.toSorted((a, b) => compareExact(b.startDate, a.startDate)), [data])
  if (!shown) return <Pending error={error} />
  return (
    <section className={classes.list} aria-label="Date ranges">
      <DataTable
        label="Date ranges"
        columns={weeks}
        rows={shown}
        rowKey={({ _id }) => _id}
        empty="There are no weeks yet."
      />
    </section>
  )
}
