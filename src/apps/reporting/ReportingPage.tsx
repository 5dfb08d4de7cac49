/** Reports from the portal's own data: time away, break types, ETL runs, checklists and moods. */
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { usePrefetchQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Report } from '#contract/apps/reporting.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { isUnknownCall } from '#src/api/problem.ts'
import { useSaveCsv } from '#src/lib/use-save-csv.ts'
import { EmptyState } from '#src/screen/EmptyState.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Page } from '#src/screen/Page.tsx'
import { ClockTime } from '#src/ui/Clock.tsx'
import { CsvButton } from '#src/ui/CsvButton.tsx'
import { DayField } from '#src/ui/DayField.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { optionalPart } from '#src/ui/lazy-code.tsx'
import { TableDisclosure } from '#src/ui/TableDisclosure.tsx'
import { AnalyticsFrame } from './AnalyticsFrame.tsx'
import { AwayByHour } from './AwayByHour.tsx'
import { hasFigures, TABLES, typesHeight } from './figures.ts'
import { analytics } from './queries.ts'
import classes from './ReportingPage.module.css'
import { type Days, daysOf, reportingSearch } from './reporting-search.ts'
import { useFigures } from './use-figures.ts'

// Where the charts' code is not available, the tables still have the numbers.
const Chart = optionalPart(() => import('./Chart.tsx').then(({ Chart }) => Chart))

const route = getRouteApi('/_in/app/reporting')

interface FigureProps {
  readonly title: string
  readonly what: keyof typeof TABLES
  /** The unit of the figures. */
  readonly unit?: string
  readonly report: Report
  readonly days: string
  /** Text in place of the figures when there are none. */
  readonly empty: string
  readonly children?: ReactNode
}

function Figure({ title, what, unit, report, days, empty, children }: FigureProps) {
  const table = TABLES[what](report)
  const isEmpty = !hasFigures(table)
  const { save, busy, error } = useSaveCsv()
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <div>
          <h2>{title}</h2>
          {unit && <span className={classes.unit}>{unit}</span>}
        </div>
        {!isEmpty && (
          <CsvButton
            className={classes.action}
            of={title}
            busy={busy}
            onClick={() => void save(`${what}-${days}.csv`, () => table)}
          />
        )}
      </div>
      <ErrorAlert error={error} />
      {isEmpty ? (
        <p className="quiet">{empty}</p>
      ) : (
        <>
          {children}
          {/* Without a chart, the table is expanded from the start. */}
          <TableDisclosure title={title} table={table} isOpen={!children} />
        </>
      )}
    </section>
  )
}

const Drawing = ({ of, report }: { of: 'types' | 'runs' | 'mood'; report: Report }) => (
  <div
    className={classes.chart}
    style={of === 'types' ? { height: typesHeight(report.types.length) } : undefined}
    aria-hidden
  >
    <Chart of={of} report={report} />
  </div>
)

/** Limits the year to four digits while it is typed. */
const LATEST = '9999-12-31'

interface ChoicesProps {
  readonly days: Days
  /** The server's message on each chosen day, if it refused one. */
  readonly wrong: ReturnType<typeof useFigures>['wrong']
  readonly onTyping: (isTyping: boolean) => void
  readonly onChoose: (change: Partial<Days>) => void
}

const Choices = ({ days, wrong, onTyping, onChoose }: ChoicesProps) => (
  <div className={classes.choices}>
    <DayField
      label="From"
      value={days.from}
      max={days.to}
      error={wrong?.from}
      onTyping={onTyping}
      onChange={(from) => onChoose({ from })}
    />
    <DayField
      label="To"
      value={days.to}
      min={days.from}
      max={LATEST}
      error={wrong?.to}
      onTyping={onTyping}
      onChange={(to) => onChoose({ to })}
    />
    <Button
      className={classes.action}
      variant="default"
      leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  </div>
)

interface FiguresProps {
  readonly report: Report
  readonly days: string
  /** Whether other days are chosen, whose figures are being fetched or were refused. */
  readonly isOld: boolean
  readonly isBusy: boolean
}

function Figures({ report, days, isOld, isBusy }: FiguresProps) {
  const common = { report, days }
  return (
    <div className={classes.figures} data-old={isOld || undefined} aria-busy={isBusy}>
      <Figure
        {...common}
        title="Time away by department and hour"
        what="away"
        unit="Minutes, by the hour in which a break began"
        empty="No finished break on these days."
      >
        <AwayByHour report={report} />
      </Figure>
      <Figure {...common} title="Breaks by type" what="types" unit="Minutes" empty="No finished break on these days.">
        <Drawing of="types" report={report} />
      </Figure>
      <Figure {...common} title="ETL runs by week" what="runs" empty="Nothing ran on these days.">
        <Drawing of="runs" report={report} />
      </Figure>
      <Figure {...common} title="Mood by week" what="mood" empty="No week with enough reports ended on these days.">
        <Drawing of="mood" report={report} />
        <p className="quiet">Weeks with reports from fewer than five other people are not shown.</p>
      </Figure>
      <Figure
        {...common}
        title="Onboarding lead time"
        what="checklists"
        empty="No onboarding checklist was finished on these days."
      />
    </div>
  )
}

export function ReportingPage() {
  const today = useCompanyDay()
  const days = daysOf(route.useSearch({ select: reportingSearch, structuralSharing: true }), today)
  const navigate = route.useNavigate()
  const { figures, isAsking, error, wrong } = useFigures(days)
  /** Messages about the previous days are hidden while new ones are being typed. */
  const [isTyping, setTyping] = useState(false)
  // Fetched ahead, but shown below the figures only once these are there, since they would push it down.
  usePrefetchQuery(analytics)
  // Other servers have no figures; only the dashboard is shown there.
  const isNone = useIsOther() && isUnknownCall(error)
  function choose(change: Partial<Days>): void {
    setTyping(false)
    // The patch applies to the address at the time of the navigation, not to the search of this render.
    const search = (before: Record<string, unknown>) => ({ ...daysOf(reportingSearch(before), today), ...change })
    void navigate({ search, replace: true })
  }
  return (
    <Page
      title="Reporting"
      // The line is reserved from the start, so that nothing moves once the time is known.
      lead={
        figures ? (
          <>
            As of <ClockTime at={new Date(figures.at).toISOString()} withDay />
          </>
        ) : (
          '\u00a0'
        )
      }
      aside={
        !isNone && <Choices days={days} wrong={isTyping ? undefined : wrong} onTyping={setTyping} onChoose={choose} />
      }
    >
      {isNone ? <EmptyState drawing="open-door">This portal has no figures.</EmptyState> : <ErrorAlert error={error} />}
      {!figures && isAsking && <Loading />}
      {figures && (
        <Figures
          report={figures.report}
          days={figures.days}
          isOld={isAsking || wrong !== undefined}
          isBusy={isAsking}
        />
      )}
      {(figures || error || wrong) && <AnalyticsFrame />}
    </Page>
  )
}
