/** One data source: its description, its tables with their last run, and its steps with their last runs. */
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { statusOf } from '#contract/apps/etl.ts'
import { Unreachable } from '#src/api/problem.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { countText } from '#src/lib/count-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { StatusMark, StatusShape } from '#src/ui/StatusMark.tsx'
import classes from './DrillDown.module.css'
import { OlderRuns } from './OlderRuns.tsx'
import type { DataSource } from './queries.ts'
import { RunTime } from './RunTime.tsx'
import type { SeenRun } from './use-runs.ts'
import { type LastRuns, useSourceRuns } from './use-source-runs.ts'

function Strip({ name, runs }: { name: string; runs: readonly SeenRun[] }) {
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

interface EntryProps extends LastRuns {
  readonly name: string
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
      <Strip name={name} runs={runs} />
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
  const { week, failures, ofTable, ofStep, error } = useSourceRuns(name)
  const isSilent = (step: string) => ofStep(step).runs.length === 0
  // Older runs that are not loaded may include runs of this entry.
  const never = !week.runs
    ? '–'
    : week.isWhole
      ? 'No run in the past week'
      : `Not among the last ${countText(week.runs.length)} runs`
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
      {/* The offline notice above the tabs covers an unreachable server. */}
      <ErrorAlert error={error instanceof Unreachable ? null : error} />
      <p className={classes.total}>
        <strong>{countText(totalTables.length)}</strong> {totalTables.length === 1 ? 'table' : 'tables'}
        {failures.count > 0 && (
          <Link to="/app/etl" search={{ tab: 'failed', q: name }} className={classes.open}>
            {countText(failures.count)}
            {failures.isWhole ? '' : '+'} {failures.count === 1 && failures.isWhole ? 'error' : 'errors'} to look into
          </Link>
        )}
      </p>
      <Part title="Tables" count={totalTables.length}>
        {totalTables.toSorted(compareText).map((table) => (
          <Entry key={table} name={table} never={never} {...ofTable(table)} />
        ))}
      </Part>
      <Part title="Steps" count={totalSteps.length}>
        {totalSteps.toSorted(compareText).map((step) => (
          <Entry key={step} name={step} never={never} {...ofStep(step)} />
        ))}
      </Part>
      {totalSteps.some(isSilent) && <OlderRuns list={week} shown={0} />}
    </section>
  )
}
