/** One data source: its description, its tables with their last run, and its steps with their last runs. */
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type RunStatus, statusOf } from '#contract/apps/etl.ts'
import { Unreachable } from '#src/api/problem.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { countText } from '#src/lib/count-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { StatusMark, StatusShape } from '#src/ui/StatusMark.tsx'
import classes from './DrillDown.module.css'
import { placeAndReason, rowFilter } from './etl-search.ts'
import { OlderRuns } from './OlderRuns.tsx'
import { type DataSource, failedRuns, recentRuns, tables } from './queries.ts'
import { RunTime } from './RunTime.tsx'
import { type SeenRun, useRuns } from './use-runs.ts'

/** Enough runs to see whether something keeps failing. */
const LAST_RUNS = 8
const NONE: readonly SeenRun[] = []

/** Returns the last runs of each table or step, newest first, keyed by the name that `nameOf` reads. */
function lastRuns(runs: readonly SeenRun[], nameOf: (run: SeenRun) => string): ReadonlyMap<string, SeenRun[]> {
  const last = new Map<string, SeenRun[]>()
  for (const run of runs) {
    const own = last.get(nameOf(run))
    if (!own) last.set(nameOf(run), [run])
    else if (own.length < LAST_RUNS) own.push(run)
  }
  return last
}

function LastRuns({ name, runs }: { name: string; runs: readonly SeenRun[] }) {
  if (runs.length < 2) return null
  return (
    <ol className={classes.strip} aria-label={`Last runs of ${name}`}>
      {runs.toReversed().map((run) => (
        <li key={run._id} title={clockTime(run.createdAt)}>
          <StatusShape status={statusOf(run)} />
        </li>
      ))}
    </ol>
  )
}

interface EntryProps {
  readonly name: string
  readonly lastRun: string | null | undefined
  readonly lastStatus: RunStatus | null | undefined
  readonly runs: readonly SeenRun[]
  /** Text for an entry without a known run. */
  readonly never: string
}

function Entry({ name, lastRun, lastStatus, runs, never }: EntryProps) {
  return (
    <li className={classes.entry}>
      <span className={classes.name}>{name}</span>
      {lastStatus && lastRun ? (
        <span className={classes.last}>
          <StatusMark status={lastStatus} />
          <RunTime at={lastRun} />
        </span>
      ) : (
        <span className={classes.never}>{never}</span>
      )}
      <LastRuns name={name} runs={runs} />
    </li>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.part}>
        {title} <span>{countText(count)}</span>
      </h3>
      {count > 0 ? <ul className={classes.entries}>{children}</ul> : <p className={classes.never}>None yet.</p>}
    </section>
  )
}

export function SourcePanel({ source, onClose }: { source: DataSource; onClose: () => void }) {
  const { name, description, totalTables, totalSteps } = source
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: known, error: tablesError } = useQuery(tables)
  const week = useRuns(recentRuns, false)
  const { runs = NONE } = week
  const own = useMemo(() => runs.filter(({ dataSource }) => dataSource === name), [runs, name])
  // Counts what the link below leads to: open failures of all times, including other sources' runs whose task or reason
  // contains the name.
  const failed = useRuns(failedRuns, false)
  const isFound = useMemo(() => rowFilter({ q: name }, placeAndReason), [name])
  const found = failed.runs?.filter((run) => statusOf(run) === 'failed' && isFound(run)) ?? NONE
  const open = found.some(({ dataSource }) => dataSource === name) ? found.length : 0
  const ofTables = useMemo(() => lastRuns(own, ({ tableName }) => tableName), [own])
  const ofSteps = useMemo(() => lastRuns(own, ({ taskName }) => taskName), [own])
  const recorded = useMemo(
    () => new Map(known?.filter(({ dataSource }) => dataSource === name).map((table) => [table.name, table])),
    [known, name],
  )
  const silent = totalSteps.filter((step) => !ofSteps.has(step)).length
  // The queries mostly fail for the same reason, so one alert serves all. The offline notice above the tabs covers an
  // unreachable server.
  const error = week.error ?? failed.error ?? (known ? null : tablesError)
  // Older runs that are not loaded may include runs of this entry.
  const never = !week.runs
    ? '–'
    : week.isWhole
      ? 'No run in the past week'
      : `Not among the last ${countText(runs.length)} runs`
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  return (
    <section className={classes.panel} aria-labelledby="source">
      <div className={classes.head}>
        <h2 id="source" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <CloseButton aria-label={`Close ${name}`} title={`Close ${name}`} onClick={onClose} />
      </div>
      <p className={classes.description}>{description || 'No description.'}</p>
      <ErrorAlert error={error instanceof Unreachable ? null : error} />
      <p className={classes.total}>
        <strong>{countText(totalTables.length)}</strong> {totalTables.length === 1 ? 'table' : 'tables'}
        {open > 0 && (
          <Link to="/app/etl" search={{ tab: 'failed', q: name }} className={classes.open}>
            {countText(open)}
            {failed.isWhole ? '' : '+'} {open === 1 && failed.isWhole ? 'error' : 'errors'} to look into
          </Link>
        )}
      </p>
      <Part title="Tables" count={totalTables.length}>
        {totalTables.toSorted(compareText).map((table) => {
          const seen = ofTables.get(table) ?? NONE
          const { lastRun, lastStatus } = recorded.get(table) ?? {}
          // For the same run, the listed one includes this device's own changes and is newer than the server's status
          // of the table.
          const isSame = seen[0]?.createdAt === lastRun || !lastRun
          return (
            <Entry
              key={table}
              name={table}
              lastRun={lastRun ?? seen[0]?.createdAt}
              lastStatus={isSame && seen[0] ? statusOf(seen[0]) : lastStatus}
              runs={seen}
              never={never}
            />
          )
        })}
      </Part>
      <Part title="Steps" count={totalSteps.length}>
        {totalSteps.toSorted(compareText).map((step) => {
          const seen = ofSteps.get(step) ?? NONE
          return (
            <Entry
              key={step}
              name={step}
              lastRun={seen[0]?.createdAt}
              lastStatus={seen[0] && statusOf(seen[0])}
              runs={seen}
              never={never}
            />
          )
        })}
      </Part>
      {silent > 0 && <OlderRuns list={week} shown={0} />}
    </section>
  )
}
