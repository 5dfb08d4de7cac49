/**
 * Weekly averages of the people in a scope, and who has been low for long. Shown beside the lists, if the server has
 * them.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MoodTrends } from '#contract/apps/mood.ts'
import { Unreachable } from '#src/api/problem.ts'
import { useMe } from '#src/api/session.ts'
import type { Table } from '#src/lib/save-csv.ts'
import { dayWriter } from '#src/lib/time.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { optionalPart } from '#src/ui/lazy-code.tsx'
import { MOOD_LINES, MoodLegend } from '#src/ui/MoodLegend.tsx'
import { TableDisclosure } from '#src/ui/TableDisclosure.tsx'
import { usePhone } from '#src/ui/use-phone.ts'
import { trends } from './queries.ts'
import { scopeOf, type View } from './scopes.ts'
import classes from './Trends.module.css'
import { shortOf } from './weeks.ts'

// Where the chart's code is not available, the table still has the numbers.
const MoodLines = optionalPart(() => import('#src/ui/MoodLines.tsx').then((m) => m.MoodLines))

type Week = MoodTrends['weeks'][number]

const dayOf = dayWriter({ day: 'numeric', month: 'short' })
const figure = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1))

/**
 * Returns the averages of each week as a table; 5 is best. Weeks are in short form: the list beside has `start to end`,
 * which appears only once on a screen.
 */
const tableOf = (weeks: readonly Week[]): Table => ({
  fields: ['Week', 'Sent', ...MOOD_LINES.map(({ title }) => title)],
  data: weeks.map(({ period, sent, expected, averages, company }) => [
    shortOf(period),
    `${sent} of ${expected}`,
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
        {shortOf(period)}: {sent} of {expected} sent
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

function LowStreaks({ streaks, view }: { streaks: MoodTrends['lowStreaks']; view: View }) {
  if (streaks.length === 0) return null
  return (
    <div>
      <h3>Low for three weeks or more</h3>
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
            <MoodLines
              h="100%"
              weeks={weeks.map(({ period, averages }) => ({ label: dayOf(period.startDate), averages }))}
            />
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
