/** The queries of the ETL viewer. Their keys are spelled out only here. */
import { queryOptions } from '@tanstack/react-query'
import {
  getRunSummary,
  listApiKeys,
  listDataSources,
  listExpectations,
  listFailedRuns,
  listLate,
  listRuns,
  listTables,
  RUNS_PER_CALL,
} from '#contract/apps/etl.ts'
import type { AnswerOf } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { isAllKnown, listOfPage, type RunList, type RunSummary, upTo, withNewest, withOlder } from './run-list.ts'

/** Prefix of all keys below. */
export const etlKey = ['etl'] as const

type ListCall = typeof listRuns | typeof listFailedRuns

/** How often held older runs are fetched again: runs of past days get amended, and some arrive late. */
const OLDER_MS = 30_000
/** Pages fetched at most, the newest included. */
const OLDER_PAGES = 10

const listOf = (name: string, call: ListCall) => {
  const queryKey = [...etlKey, 'runs', name] as const
  const held = () => queryClient.getQueryData<RunList>(queryKey)
  const fetchPage = (signal?: AbortSignal, before?: number) =>
    send(call, { query: { limit: RUNS_PER_CALL, ...(before ? { before } : {}) }, ...(signal ? { signal } : {}) })
  let olderAskedAt = 0
  return {
    query: queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<RunList> => {
        const wanted = held()?.runs.length ?? 0
        const askedAt = Date.now()
        let fresh: RunList = { ...listOfPage(await fetchPage(signal)), askedAt }
        const most = Math.max(wanted, fresh.runs.length)
        // Absolute difference, because the device's clock may have been set back.
        if (Math.abs(Date.now() - olderAskedAt) < OLDER_MS) return withNewest(held(), fresh)
        for (let page = 1; page < OLDER_PAGES && !fresh.isWhole && fresh.runs.length < wanted; page++) {
          const older = await fetchPage(signal, fresh.runs.at(-1)?._id).catch(() => null)
          // The newest runs have arrived and are shown at once; the older ones are fetched again the next time.
          if (!older) return withNewest(held(), fresh)
          fresh = withOlder(fresh, older)
        }
        olderAskedAt = Date.now()
        return withNewest(held(), upTo(fresh, most))
      },
      meta: { persist: true },
    }),
    /** Loads the page before the oldest held run. */
    async loadOlder(): Promise<void> {
      const list = held()
      const [last, above] = list?.runs.slice(-2).reverse() ?? []
      if (!list || !last) return
      const first = await fetchPage(undefined, last._id)
      const page = above && isAllKnown(list, first) ? await fetchPage(undefined, above._id) : first
      changeHeld(queryKey, (now: RunList) => withOlder(now, page))
    },
  }
}
export type RunSource = ReturnType<typeof listOf>

/** Changes cached data locally and keeps the time at which the server last sent it. */
export function changeHeld<T>(key: readonly unknown[], change: (held: T) => T): void {
  const state = queryClient.getQueryState<T>(key)
  if (state?.data) queryClient.setQueryData(key, change(state.data), { updatedAt: state.dataUpdatedAt })
}

/** The runs of the past week. */
export const recentRuns = listOf('recent', listRuns)
/** All failed runs, amended ones included. */
export const failedRuns = listOf('failed', listFailedRuns)

/** Counts of the past week; null where the server has no such call. */
export const summary = queryOptions({
  queryKey: [...etlKey, 'summary'],
  queryFn: ({ signal }): Promise<RunSummary | null> => unlessUnknown(send(getRunSummary, { signal }), null),
  meta: { persist: true },
})

export type DataSource = AnswerOf<typeof listDataSources>[number]

export const dataSources = queryOptions({
  queryKey: [...etlKey, 'sources'],
  queryFn: ({ signal }) => send(listDataSources, { signal }),
  meta: { persist: true },
})

export const tables = queryOptions({
  queryKey: [...etlKey, 'tables'],
  queryFn: async ({ signal }) => (await send(listTables, { signal })) ?? [],
  meta: { persist: true },
})

/** The runs that are overdue; empty where the server has no expectations. */
export const late = queryOptions({
  queryKey: [...etlKey, 'late'],
  queryFn: ({ signal }) => unlessUnknown(send(listLate, { signal }), []),
  meta: { persist: true },
})

/** Null where the server has no such call. */
export const expectations = queryOptions({
  queryKey: [...etlKey, 'expectations'],
  queryFn: ({ signal }) => unlessUnknown(send(listExpectations, { signal }), null),
})

export const apiKeys = queryOptions({
  queryKey: [...etlKey, 'keys'],
  queryFn: ({ signal }) => send(listApiKeys, { signal }),
})
