/** What the portal knows of itself, in figures: away, types, pipelines, checklists, moods. */
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
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { Page } from '#src/shell/Page.tsx'
import { Sentence } from '#src/shell/Sentence.tsx'
import { ClockTime } from '#src/ui/Clock.tsx'
import { CsvButton } from '#src/ui/CsvButton.tsx'
import { DayField } from '#src/ui/DayField.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { sparePart } from '#src/ui/lazy-code.tsx'
import { TableDisclosure } from '#src/ui/TableDisclosure.tsx'
import { AnalyticsFrame } from './AnalyticsFrame.tsx'
import { AwayByHour } from './AwayByHour.tsx'
import { hasFigures, TABLES, typesHeight } from './figures.ts'
import { analytics } from './queries.ts'
import classes from './ReportingPage.module.css'
import { type Days, daysOf, reportingSearch } from './reporting-search.ts'
import { useFigures } from './use-figures.ts'

// Without its code the tables are there all the same.
const Chart = sparePart(() => import('./Charts.tsx').then(({ Chart }) => Chart))

const route = getRouteApi('/_in/app/reporting')

interface FigureProps {
  readonly title: string
  readonly what: keyof typeof TABLES
  /** What the figures count. */
  readonly unit?: string
  readonly report: Report
  readonly days: string
  /** What stands there when there is nothing. */
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
          {/* Without a drawing it is all that there is. */}
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

/** A year has four digits, also while it is typed. */
const LATEST = '9999-12-31'

interface ChoicesProps {
  readonly days: Days
  /** What is wrong with a day that was chosen. */
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
  /** Others are on their way. */
  readonly isOld: boolean
}

function Figures({ report, days, isOld }: FiguresProps) {
  const common = { report, days }
  return (
    <div className={classes.figures} data-old={isOld || undefined} aria-busy={isOld}>
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
        <p className="quiet">Weeks that would tell you of fewer than five other people are not shown.</p>
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
  /** What was said of the days before is no word about those that are being typed. */
  const [isTyping, setTyping] = useState(false)
  // Asked for at once, shown below the figures once they are there: they would push it down.
  usePrefetchQuery(analytics)
  // Another server has no such call: there is the place for the dashboard alone.
  const isNone = useIsOther() && isUnknownCall(error)
  function choose(change: Partial<Days>): void {
    setTyping(false)
    // Over what the address will be by then, not over what this render knows of it.
    const search = (before: Record<string, unknown>) => ({ ...daysOf(reportingSearch(before), today), ...change })
    void navigate({ search, replace: true })
  }
  return (
    <Page
      title="Reporting"
      // Its line is there from the start: what comes later moves nothing.
      lead={
        figures ? (
          <>
            As of <ClockTime at={new Date(figures.at).toISOString()} />
          </>
        ) : (
          '\u00a0'
        )
      }
      aside={
        !isNone && <Choices days={days} wrong={isTyping ? undefined : wrong} onTyping={setTyping} onChoose={choose} />
      }
    >
      {isNone ? <Sentence drawing="open-door">This portal keeps no figures.</Sentence> : <ErrorAlert error={error} />}
      {!figures && isAsking && <Loading />}
      {figures && <Figures report={figures.report} days={figures.days} isOld={isAsking} />}
      {(figures || error || wrong) && <AnalyticsFrame />}
    </Page>
  )
}
