/** The top level of the report views: people by name, or weeks from the newest (spec §2). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { foldForSearch } from '#contract/folded.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { useMe } from '#src/api/session.ts'
import { asButton } from '#src/lib/as-button.ts'
import { compareExact, compareText } from '#src/lib/compare-text.ts'
import { useCountAnnouncement } from '#src/lib/use-count-announcement.ts'
import { type Column, DataTable } from '#src/ui/DataTable.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { labelOf } from './changes.ts'
import { type MoodSearch, moodSearch } from './mood-search.ts'
import { Pending } from './Pending.tsx'
import { allPeriods, authors } from './queries.ts'
import classes from './ReportsView.module.css'
import { scopeOf, type View } from './scopes.ts'
import { WeekLabel } from './WeekLabel.tsx'
import { recencyOf } from './weeks.ts'

const route = getRouteApi('/_in/app/mood-report')

interface Person {
  readonly _id: number
  readonly name: string
}

/** Link to the reports of a person or a week. The name searched for stays in the address for the way back. */
function ViewButton({ what, to }: { what: string; to: MoodSearch }) {
  return (
    <Button
      renderRoot={(props) => (
        <Link to="/app/mood-report" search={(before) => moodSearch({ ...before, ...to })} {...props} />
      )}
      {...asButton}
      variant="default"
      size="xs"
      aria-label={`View reports of ${what}`}
    >
      View
    </Button>
  )
}

const people: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', phone: 'head', cell: ({ name }) => name },
  {
    key: 'view',
    title: 'Reports',
    phone: 'aside',
    width: '120px',
    cell: ({ _id, name }) => <ViewButton what={name} to={{ user: _id }} />,
  },
]

export function UserList({ view }: { view: View }) {
  const me = useMe()
  const { data, error } = useQuery(authors(scopeOf(view, me)))
  const { name = '' } = route.useSearch({ select: moodSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const shown = useMemo(() => {
    const wanted = foldForSearch(name.trim())
    return data
      ?.filter((person) => foldForSearch(person.name).includes(wanted))
      .toSorted((a, b) => compareText(a.name, b.name))
  }, [data, name])
  useCountAnnouncement(shown?.length, name, 'person', 'people')
  if (!shown) return <Pending error={error} />
  return (
    <section className={classes.list} aria-label="Users">
      <div className={classes.head}>
        <SearchField
          label="Name"
          value={name}
          onSearch={(wanted) =>
            void navigate({ search: (before) => moodSearch({ ...before, name: wanted }), replace: true })
          }
        />
      </div>
      <DataTable
        label="Users"
        columns={people}
        rows={shown}
        rowKey={({ _id }) => _id}
        empty={data?.length === 0 ? 'Nobody has sent a report yet.' : 'Nobody matches.'}
      />
    </section>
  )
}

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
