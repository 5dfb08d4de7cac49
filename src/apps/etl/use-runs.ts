/**
 * The runs as the person sees them: the newest answers with this device's own changes applied, and as many older runs
 * as were loaded.
 */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Run } from '#contract/apps/etl.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { byServerClock } from '#src/lib/server-clock.ts'
import { overlay } from '#src/offline/overlay.ts'
import { isPendingAndShown, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { applyToRun, entityOf } from './changes.ts'
import { failedRuns, type RunSource, recentRuns, summary } from './queries.ts'
import { type RunSummary, recounted, summaryOf } from './run-list.ts'

/** A new run appears on screen within this time. */
const POLL_MS = 5_000
/** Interval for changes that the counts do not show, such as an amended error of last month. */
const SLOW_POLL_MS = 30_000

/** A row of a table of runs. */
export type SeenRun = Run & {
  /** The server's record, if a change to it is only on this device so far. */
  readonly unsent?: Run
  /** When the last of these changes was made, by the server's clock. */
  readonly unsentAt?: string
  /** The last change that the server refused, until the person has dealt with it. */
  readonly refused?: Row
}

/**
 * Returns the run with local changes applied. `asOf`: when the list was requested; it may lack changes accepted since.
 */
function seen(run: Run, own: readonly Row[], asOf: number): SeenRun {
  const refused = own.findLast(({ state }) => state === 'rejected')
  const waiting = own.findLast(isPendingAndShown)
  return {
    ...overlay<SeenRun & { rev?: number }>(run, own, applyToRun, asOf),
    ...(waiting ? { unsent: run, unsentAt: byServerClock(waiting.occurredAt) } : {}),
    ...(refused ? { refused } : {}),
  }
}

function seenRuns(runs: readonly Run[], rows: readonly Row[], asOf: number): readonly SeenRun[] {
  if (rows.length === 0) return runs
  const own = new Map<string, Row[]>()
  for (const row of rows) own.set(row.entity, [...(own.get(row.entity) ?? []), row])
  return runs.map((run) => {
    const mine = own.get(entityOf(run._id))
    return mine ? seen(run, mine, asOf) : run
  })
}

export interface Runs {
  /** Undefined until both the server's runs and the local changes are loaded. */
  readonly runs: readonly SeenRun[] | undefined
  readonly isWhole: boolean
  readonly error: unknown
  /** Whether older runs are being loaded; `olderError` is why the last attempt failed. */
  readonly isLoadingOlder: boolean
  readonly olderError: unknown
  readonly loadOlder: () => void
}

/**
 * Keeps the newest runs up to date while they are on screen. `isPolled`: polls at the short interval, where no counts
 * tell of new runs.
 */
export function useRuns({ query, loadOlder }: RunSource, isPolled: boolean): Runs {
  const { online } = useConnection()
  const { status, rows } = useMyChanges()
  const poll = isPolled ? POLL_MS : SLOW_POLL_MS
  const { data, dataUpdatedAt, error } = useQuery({ ...query, refetchInterval: online && poll })
  const [older, setOlder] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const isBusy = useRef(false)

  const load = useCallback(() => {
    if (isBusy.current) return
    isBusy.current = true
    setOlder({ busy: true, error: null })
    void loadOlder()
      .then(
        () => setOlder({ busy: false, error: null }),
        (problem) => setOlder({ busy: false, error: problem }),
      )
      .finally(() => {
        isBusy.current = false
      })
  }, [loadOlder])

  const list = data?.runs
  // The device's clock may have been set since the request, but a request is never later than its answer.
  const asOf = Math.min(data?.askedAt ?? dataUpdatedAt, dataUpdatedAt)
  const runs = useMemo(
    () => (list && status !== 'loading' ? seenRuns(list, rows, asOf) : undefined),
    [list, status, rows, asOf],
  )
  return {
    runs,
    isWhole: data?.isWhole ?? true,
    error: data ? null : error,
    isLoadingOlder: older.busy,
    olderError: older.error,
    loadOlder: load,
  }
}

const countsOf = (counts: RunSummary | null | undefined) =>
  counts && [counts.since, counts.total, counts.failed, counts.amended].join()

/**
 * Polls the counts every few seconds, and refetches the runs once the counts have changed. Returns whether the server
 * has counts, undefined until that is known.
 */
export function useFreshRuns(): boolean | undefined {
  const { online } = useConnection()
  const { data } = useQuery({
    ...summary,
    refetchInterval: ({ state }) => online && state.data !== null && POLL_MS,
  })
  const counts = countsOf(data)
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (!counts || counts === known.current) return
    // The first counts arrive together with the first runs.
    if (known.current)
      for (const { query } of [recentRuns, failedRuns]) void queryClient.invalidateQueries({ queryKey: query.queryKey })
    known.current = counts
  }, [counts])
  return data === undefined ? undefined : data !== null
}

/** Returns the counts with local changes applied. Where the server has none, they are computed from the held runs. */
export function useSummary(runs: readonly SeenRun[] | undefined): RunSummary | undefined {
  const { data } = useQuery(summary)
  return useMemo(() => {
    if (!runs || data === undefined) return undefined
    if (data === null) return summaryOf(runs, Date.now())
    return runs.reduce((counts, run) => (run.unsent ? recounted(counts, run.unsent, run) : counts), data)
  }, [runs, data])
}
