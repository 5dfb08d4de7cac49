/** The runs of one data source: the last of each table and step, and the failures that are open. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type RunStatus, statusOf } from '#contract/apps/etl.ts'
import { placeAndReason, rowFilter } from './etl-search.ts'
import { failedRuns, recentRuns, tables } from './queries.ts'
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

/** What is known of the runs of a table or a step. */
export interface LastRuns {
  /** The last ones, newest first. */
  readonly runs: readonly SeenRun[]
  readonly lastRun: string | null | undefined
  readonly lastStatus: RunStatus | null | undefined
}

/**
 * Returns the number of failures that the link to the failed steps leads to: those of all times, including other sources'
 * whose task or reason contains the name. 0 if none is of this source.
 */
function useOpenFailures(name: string): { count: number; isWhole: boolean; error: unknown } {
  const { runs, isWhole, error } = useRuns(failedRuns, false)
  const isFound = useMemo(() => rowFilter({ q: name }, placeAndReason), [name])
  const found = runs?.filter((run) => statusOf(run) === 'failed' && isFound(run)) ?? NONE
  const count = found.some(({ dataSource }) => dataSource === name) ? found.length : 0
  return { count, isWhole, error }
}

export function useSourceRuns(name: string) {
  const week = useRuns(recentRuns, false)
  const failures = useOpenFailures(name)
  const { data: known, error: tablesError } = useQuery(tables)
  const { runs = NONE } = week
  const own = useMemo(() => runs.filter(({ dataSource }) => dataSource === name), [runs, name])
  const ofTables = useMemo(() => lastRuns(own, ({ tableName }) => tableName), [own])
  const ofSteps = useMemo(() => lastRuns(own, ({ taskName }) => taskName), [own])
  const recorded = useMemo(
    () => new Map(known?.filter(({ dataSource }) => dataSource === name).map((table) => [table.name, table])),
    [known, name],
  )

  function ofTable(table: string): LastRuns {
    const seen = ofTables.get(table) ?? NONE
    const { lastRun, lastStatus } = recorded.get(table) ?? {}
    // For the same run, the listed one includes this device's own changes and is newer than the server's status of the
    // table.
    const isSame = seen[0]?.createdAt === lastRun || !lastRun
    return {
      runs: seen,
      lastRun: lastRun ?? seen[0]?.createdAt,
      lastStatus: isSame && seen[0] ? statusOf(seen[0]) : lastStatus,
    }
  }

  function ofStep(step: string): LastRuns {
    const seen = ofSteps.get(step) ?? NONE
    return { runs: seen, lastRun: seen[0]?.createdAt, lastStatus: seen[0] && statusOf(seen[0]) }
  }

  // The queries mostly fail for the same reason, so one alert serves all.
  const error = week.error ?? failures.error ?? (known ? null : tablesError)
  return { week, failures, ofTable, ofStep, error }
}
