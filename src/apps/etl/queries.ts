/** What the screens read of the runs; nobody else spells these keys. */
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
  RUNS_A_CALL,
} from '#contract/apps/etl.ts'
import type { AnswerOf } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { listOfPage, type RunList, type RunSummary, upTo, withNewest, withOlder } from './run-list.ts'

/** Of all of it. */
export const etlKey = ['etl'] as const

type ListCall = typeof listRuns | typeof listFailedRuns

/** What is held of older ones is asked for anew this often: runs of days ago are amended, and some come late. */
const OLDER_MS = 30_000
/** Of as many pages at most. */
const OLDER_PAGES = 10

const listOf = (name: string, call: ListCall) => {
  const queryKey = [...etlKey, 'runs', name] as const
  const held = () => queryClient.getQueryData<RunList>(queryKey)
  const ask = (signal?: AbortSignal, before?: number) =>
    send(call, { query: { limit: RUNS_A_CALL, ...(before ? { before } : {}) }, ...(signal ? { signal } : {}) })
  let olderAskedAt = 0
  return {
    query: queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<RunList> => {
        const wanted = held()?.runs.length ?? 0
        const askedAt = Date.now()
        let fresh: RunList = { ...listOfPage(await ask(signal)), askedAt }
        const most = Math.max(wanted, fresh.runs.length)
        // Whichever way the clock was set since.
        if (Math.abs(Date.now() - olderAskedAt) < OLDER_MS) return withNewest(held(), fresh)
        for (let page = 1; page < OLDER_PAGES && !fresh.isWhole && fresh.runs.length < wanted; page++) {
          const older = await ask(signal, fresh.runs.at(-1)?._id).catch(() => null)
          // The newest have come, and are not kept from anybody; the older ones are asked for again the next time.
          if (!older) return withNewest(held(), fresh)
          fresh = withOlder(fresh, older)
        }
        olderAskedAt = Date.now()
        return withNewest(held(), upTo(fresh, most))
      },
      meta: { persist: true },
    }),
    /** The ones before the oldest that is held. */
    async loadOlder(): Promise<void> {
      const last = held()?.runs.at(-1)
      if (!last) return
      const page = await ask(undefined, last._id)
      changeHeld(queryKey, (list: RunList) => withOlder(list, page))
    },
  }
}
export type RunSource = ReturnType<typeof listOf>

/** Changes what is held without a word of the server: it is as of then all the same. */
export function changeHeld<T>(key: readonly unknown[], change: (held: T) => T): void {
  const state = queryClient.getQueryState<T>(key)
  if (state?.data) queryClient.setQueryData(key, change(state.data), { updatedAt: state.dataUpdatedAt })
}

/** Those of the past week. */
export const recentRuns = listOf('recent', listRuns)
/** Every one that failed, amended ones too. */
export const failedRuns = listOf('failed', listFailedRuns)

/** Counts of the past week; null where the server does not count. */
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

/** What should have run by now; nothing where the server expects nothing. */
export const late = queryOptions({
  queryKey: [...etlKey, 'late'],
  queryFn: ({ signal }) => unlessUnknown(send(listLate, { signal }), []),
  meta: { persist: true },
})

/** Null where the server does not know such a thing. */
export const expectations = queryOptions({
  queryKey: [...etlKey, 'expectations'],
  queryFn: ({ signal }) => unlessUnknown(send(listExpectations, { signal }), null),
})

export const apiKeys = queryOptions({
  queryKey: [...etlKey, 'keys'],
  queryFn: ({ signal }) => send(listApiKeys, { signal }),
})
