/** The views for leaders: a list of people or weeks, then their reports, then a single report (spec §2, §4). */
import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useMe } from '#src/api/session.ts'
import { asButton } from '#src/lib/as-button.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { focusTitle } from '#src/screen/Page.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { levelUp, type MoodSearch, moodSearch } from './mood-search.ts'
import { Pending } from './Pending.tsx'
import { PeriodList } from './PeriodList.tsx'
import { type ReportsOf, reports } from './queries.ts'
import { ReportList } from './ReportList.tsx'
import classes from './ReportsView.module.css'
import { SingleReport } from './SingleReport.tsx'
import { belongsTo, type View } from './scopes.ts'
import { Trends } from './Trends.tsx'
import { UserList } from './UserList.tsx'

const route = getRouteApi('/_in/app/mood-report')

function Reports({ of, view, search }: { of: ReportsOf; view: View; search: MoodSearch }) {
  const me = useMe()
  const { data, error } = useQuery(reports(of))
  const shown = useMemo(() => data?.filter(belongsTo(view, me)), [data, view, me])
  if (!shown) return <Pending error={error} />
  if (!search.report) return <ReportList of={of} reports={shown} search={search} />
  const report = shown.find(({ _id }) => _id === search.report)
  return report ? (
    <SingleReport key={report._id} report={report} />
  ) : (
    <ErrorAlert error="This report does not exist, or you may not read it." />
  )
}

/** The level that the address names. */
function Level({ view, search }: { view: View; search: MoodSearch }) {
  if (search.by === 'report')
    return search.period ? <Reports of={{ period: search.period }} view={view} search={search} /> : <PeriodList />
  return search.user ? <Reports of={{ user: search.user }} view={view} search={search} /> : <UserList view={view} />
}

export function ReportsView({ view }: { view: View }) {
  const search = route.useSearch({ select: moodSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const up = levelUp(search)
  const isTop = up === null
  const wasTop = useRef(isTop)
  useEffect(() => {
    // “Go Back” is unmounted, and the focus with it.
    if (isTop && !wasTop.current && isFocusLost()) focusTitle()
    wasTop.current = isTop
  }, [isTop])
  return (
    <>
      <div className={classes.bar}>
        {up && (
          <Button
            renderRoot={(props) => <Link to="/app/mood-report" search={up} {...props} />}
            {...asButton}
            variant="default"
            leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
          >
            Go Back
          </Button>
        )}
        <SegmentedControl
          aria-label="Reports"
          value={search.by ?? 'user'}
          onChange={(by) => void navigate({ search: moodSearch({ view, by }) })}
          data={[
            { value: 'user', label: 'By User' },
            { value: 'report', label: 'By Report' },
          ]}
        />
        {!up && view === 'all' && <DownloadButton />}
      </div>
      {up ? (
        <Level view={view} search={search} />
      ) : (
        <div className={classes.lists}>
          <Level view={view} search={search} />
          <Trends view={view} />
        </div>
      )}
    </>
  )
}
