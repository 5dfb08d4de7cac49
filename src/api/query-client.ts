/**
 * The query cache, from which the screens read. There is one for the whole page, much of which is no component: everything
 * imports `queryClient`, components too, and calls no `useQueryClient`.
 */
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { DAY_MS } from '#src/lib/spans.ts'
import { heldFirst, takeShownCopy } from './held-first.ts'
import { Problem, Unreachable } from './problem.ts'

/** How long data kept on the device counts as valid (offline.md §2.10). */
export const KEPT_MS = 14 * DAY_MS

interface QueryMeta extends Record<string, unknown> {
  /** The data is kept on the device, for this user. */
  persist?: true
  /** The data is in the snapshot that the first frame is drawn from (offline.md §2.11). */
  boot?: true
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/** Whether to retry: not after a refusal, which would be repeated, nor when offline, which `connection.ts` handles. */
const shouldRetry = (failures: number, error: unknown) =>
  !(error instanceof Unreachable) && !(error instanceof Problem && error.status < 500) && failures < 2

/** Whether the first screen is drawn: data of an earlier page is shown first and refetched afterwards. */
let isDrawn = false
type DatedQuery = { readonly state: { readonly dataUpdatedAt: number } }
const isOfEarlierPage = ({ state }: DatedQuery) => state.dataUpdatedAt < performance.timeOrigin

/** Whether the data is from the future: the clock was set back since, so its age is unknown. */
const isFromFuture = ({ state }: DatedQuery) => state.dataUpdatedAt > Date.now()

/**
 * Returns a `staleTime` in milliseconds. Data of an earlier page is shown but always stale: after a reload right after a
 * change, the kept data may be from before it. It is refetched only once the first screen is drawn, to not slow the launch.
 */
export const staleTimeFor =
  (ms: number) =>
  (query: DatedQuery): number => {
    if (isOfEarlierPage(query)) return isDrawn ? 0 : Number.POSITIVE_INFINITY
    return isFromFuture(query) ? Number.NEGATIVE_INFINITY : ms
  }

/** Called when the first screen is drawn: refetches the data on it that comes from an earlier page. */
export function refetchEarlierPageData(client: QueryClient): void {
  isDrawn = true
  // Queries without data are left out: one that has just failed is not repeated, and its screen says so.
  const predicate = (query: Query) => query.state.data !== undefined && isOfEarlierPage(query)
  void client.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false })
}

export function makeQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onSuccess: (_, query) => {
      if (takeShownCopy(query)) void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    },
  })
  const client = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // 'online' would leave a loader without data pending for as long as the network is away.
        networkMode: 'always',
        // However short the outage was: changes made by others meanwhile were not received.
        refetchOnReconnect: 'always',
        retry: shouldRetry,
        // Short, so that an error is shown within a second.
        retryDelay: (failures) => 250 * 2 ** failures,
        staleTime: staleTimeFor(30_000),
        persister: heldFirst,
        gcTime: KEPT_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

export const queryClient = makeQueryClient()
