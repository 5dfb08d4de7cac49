/** The reports of one person, or of one week with its votes. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MoodReport } from '#contract/apps/mood.ts'
import { countText } from '#src/lib/count-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { useWindowPart } from '#src/screen/window-title.ts'
import card from '#src/ui/Card.module.css'
import { DataTable, type Sort, sorted } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { useNarrowPhone, usePhone } from '#src/ui/use-phone.ts'
import { labelOf } from './changes.ts'
import { type MoodSearch, moodSearch } from './mood-search.ts'
import { allPeriods, type ReportsOf } from './queries.ts'
import classes from './ReportsView.module.css'
import { desktopColumns, phoneColumns, sortOf } from './report-columns.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import { Votes } from './Votes.tsx'
import { WeekLabel } from './WeekLabel.tsx'

const route = getRouteApi('/_in/app/mood-report')

/** Height of a card of a long list on a phone: the name, a line of levels, two of comments. */
const CARD_PX = 152
/** With letters twice as large, each of those lines takes two; the table adds half a card for that, which is too little. */
const NARROW_CARD_PX = 172

interface ReportListProps {
  readonly of: ReportsOf
  readonly reports: readonly MoodReport[]
  readonly search: MoodSearch
}

/** Returns the text of an empty list. A person who may read all reports is not told that others might be hidden. */
function emptyOf(search: MoodSearch, isUnknownWeek: boolean): string {
  if (isUnknownWeek) return 'There is no such week.'
  return search.view === 'all' ? 'There are no reports here yet.' : 'There are no reports here that you may read.'
}

export function ReportList({ of, reports, search }: ReportListProps) {
  const navigate = route.useNavigate()
  const { data: periods, error } = useQuery({ ...allPeriods, enabled: 'period' in of })
  const heading = useHeadingFocus()
  const isPhone = usePhone()
  const isNarrow = useNarrowPhone()
  const week = 'period' in of ? periods?.find(({ _id }) => _id === of.period) : undefined
  const about = 'period' in of ? week && labelOf(week) : reports[0]?.name
  useWindowPart(about)
  const sort = sortOf(search)
  const hasVotes = week?.isEmployeeOfTheMonthReport ?? false
  const onSort = ({ key, descending }: Sort) =>
    void navigate({
      search: (before) => moodSearch({ ...before, sort: key, dir: descending ? 'desc' : 'asc' }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      {/* Without the list of weeks, the title of this one is unknown, and so is whether it has votes. */}
      <div className={card.above}>
        <ErrorAlert error={'period' in of && !periods && error} />
      </div>
      <section className={classes.list} aria-labelledby="reports">
        <div className={classes.head}>
          <h2 id="reports" ref={heading} tabIndex={-1}>
            <bdi>{week ? <WeekLabel period={week} /> : about}</bdi>{' '}
            <span className={classes.count}>
              {countText(reports.length)} {reports.length === 1 ? 'report' : 'reports'}
            </span>
          </h2>
          <SortBy columns={desktopColumns} sort={sort} onSort={onSort} />
        </div>
        <DataTable
          label="Reports"
          columns={isPhone ? phoneColumns : desktopColumns}
          rows={isPhone ? sorted(reports, desktopColumns, sort) : reports}
          rowKey={({ _id }) => _id}
          sort={isPhone ? null : sort}
          onSort={onSort}
          cardPx={isNarrow ? NARROW_CARD_PX : CARD_PX}
          empty={emptyOf(search, 'period' in of && periods !== undefined && week === undefined)}
        />
      </section>
      {hasVotes && <Votes reports={reports} chosen={search.nominee} />}
    </>
  )
}
