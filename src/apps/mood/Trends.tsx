/**
 * Weekly averages of the people in a scope, and who has been low for long. Shown beside the lists, if the server has
 * them.
 */
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MoodTrends } from '#contract/apps/mood.ts'
import { Unreachable } from '#src/api/problem.ts'
import { useMe } from '#src/api/session.ts'
import { countText } from '#src/lib/count-text.ts'
import type { Table } from '#src/lib/save-csv.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { optionalPart } from '#src/ui/lazy-code.tsx'
import { MOOD_LINES, MoodLegend } from '#src/ui/MoodLegend.tsx'
import { TableDisclosure } from '#src/ui/TableDisclosure.tsx'
import { usePhone } from '#src/ui/use-phone.ts'
import { trends } from './queries.ts'
import { scopeOf, type View } from './scopes.ts'
import classes from './Trends.module.css'
import { shortOf, startOf } from './weeks.ts'

// Where the chart's code is not available, the table still has the numbers.
const MoodLines = optionalPart(() => import('#src/ui/MoodLines.tsx').then((m) => m.MoodLines))

type Week = MoodTrends['weeks'][number]

const figure = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1))
const sentText = (sent: number, expected: number) => `${countText(sent)} of ${countText(expected)}`

/**
 * Returns the averages of each week as a table; 5 is best. Weeks are in short form: the list beside has `start to end`,
 * which appears only once on a screen.
 */
const tableOf = (weeks: readonly Week[]): Table => ({
  fields: ['Week', 'Sent', ...MOOD_LINES.map(({ title }) => title)],
  data: weeks.map(({ period, sent, expected, averages, company }) => [
    shortOf(period),
    sentText(sent, expected),
    ...MOOD_LINES.map(
      ({ name }) => `${figure(averages?.[name])}${company ? `, company ${figure(company[name])}` : ''}`,
    ),
  ]),
})

/** The figures of the last week with reports. */
function Latest({ week: { period, sent, expected, averages, company } }: { week: Week }) {
  return (
    <div>
      <p className="quiet">
        {shortOf(period)}: {sentText(sent, expected)} sent
      </p>
      <dl className={classes.figures}>
        {MOOD_LINES.map(({ name, title }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              {figure(averages?.[name])}
              {company && <small> company {figure(company[name])}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Below this width the trends are above the list, not beside it (ReportsView.module.css). */
const ABOVE = '(max-width: 60em)'

function LowStreaks({ streaks, view }: { streaks: MoodTrends['lowStreaks']; view: View }) {
  const isAbove = useMediaQuery(ABOVE, undefined, { getInitialValueInEffect: false })
  // One line in any case, so that the height above the list is known before the streaks are.
  if (streaks.length === 0) return <p className={`quiet ${classes.low}`}>Nobody was low for three weeks or more.</p>
  const people = <StreakList streaks={streaks} view={view} />
  if (!isAbove)
    return (
      <div>
        <h3>Low for three weeks or more</h3>
        {people}
      </div>
    )
  return (
    <details className={classes.low}>
      <summary>
        <h3>Low for three weeks or more</h3> <span className="quiet">{countText(streaks.length)}</span>
      </summary>
      {people}
    </details>
  )
}

const StreakList = ({ streaks, view }: { streaks: MoodTrends['lowStreaks']; view: View }) => (
  <ul className={classes.streaks}>
    {streaks.map(({ user, name, measure, weeks }) => (
      <li key={`${user} ${measure}`}>
        <Link to="/app/mood-report" search={{ view, user }}>
          {name}
        </Link>{' '}
        <span className="quiet">
          {measure}, {weeks} weeks
        </span>
      </li>
    ))}
  </ul>
)

/** Stands in for the week that is not known yet. */
const BLANK: Week = {
  period: { _id: 0, startDate: '2000-01-03', endDate: '2000-01-09', isEmployeeOfTheMonthReport: false },
  sent: 0,
  expected: 0,
  averages: null,
  company: null,
}

/** The card while it loads, as high as it will be: above the list, it would otherwise push the list down. */
const Blank = ({ view }: { view: View }) => {
  const company = view === 'all' ? null : { morale: 0, stress: 0, workload: 0, sent: 0 }
  return (
    <div className={classes.trends} data-blank aria-hidden="true">
      <h2>Trends</h2>
      <TrendDetails data={{ weeks: [], lowStreaks: [] }} weeks={[]} latest={{ ...BLANK, company }} view={view} />
    </div>
  )
}

interface TrendDetailsProps {
  readonly data: MoodTrends
  readonly weeks: readonly Week[]
  readonly latest: Week
  readonly view: View
}

function TrendDetails({ data, weeks, latest, view }: TrendDetailsProps) {
  // People come for the list, so a phone shows only the figures.
  const isPhone = usePhone()
  return (
    <>
      <Latest week={latest} />
      {!isPhone && (
        <>
          <div className="quiet">
            <MoodLegend />
          </div>
          <div className={classes.chart} aria-hidden="true">
            <MoodLines h="100%" weeks={weeks.map(({ period, averages }) => ({ label: startOf(period), averages }))} />
          </div>
        </>
      )}
      <TableDisclosure title="Averages of each week, 5 is best" table={tableOf(weeks)} />
      <LowStreaks streaks={data.lowStreaks} view={view} />
    </>
  )
}

export function Trends({ view }: { view: View }) {
  const me = useMe()
  const { data, error } = useQuery(trends(scopeOf(view, me)))
  // The view of all reports covers the whole company, so there is nothing to compare with.
  const weeks = data?.weeks.map((week) => (view === 'all' ? { ...week, company: null } : week)) ?? []
  const latest = weeks.findLast(({ averages }) => averages !== null)
  // Where the server is unreachable, the list says so for both.
  const failure = data !== undefined || error instanceof Unreachable ? null : error
  if (data === undefined && !error) return <Blank view={view} />
  // The server has no such call or no averages: only the lists are shown.
  if (!failure && (!data || !latest)) return null
  return (
    <section className={classes.trends} aria-labelledby="trends">
      <h2 id="trends">Trends</h2>
      <ErrorAlert error={failure} />
      {data && latest && <TrendDetails data={data} weeks={weeks} latest={latest} view={view} />}
    </section>
  )
}
