/** The query cache: what the screens read. Writing goes through forms and, later, the outbox. */
import { QueryClient } from '@tanstack/react-query'
import { Problem, Unreachable } from './problem.ts'

const DAY_MS = 86_400_000
/** As long as what is kept on the device is believed (offline.md §2.10). */
export const KEPT_MS = 14 * DAY_MS

export interface QueryMeta extends Record<string, unknown> {
  /** Kept on the device, for this user. */
  persist?: true
  /** In the picture that the first frame is drawn from (offline.md §2.11). */
  boot?: true
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/** A refusal stays one however often it is asked for; a lost line is the connection's business. */
const isWorthAnotherTry = (failures: number, error: unknown) =>
  !(error instanceof Unreachable) && !(error instanceof Problem && error.status < 500) && failures < 2

/**
 * For how long an answer is believed, in milliseconds. One of an earlier page is shown and not believed: whoever reloads
 * right after a change may have left before the newer one was kept.
 */
export const freshFor =
  (ms: number) =>
  ({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt < performance.timeOrigin ? 0 : ms

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // 'online' leaves a cold loader pending for as long as the network is away.
        networkMode: 'always',
        // 'always' would otherwise switch this off.
        refetchOnReconnect: true,
        retry: isWorthAnotherTry,
        staleTime: freshFor(30_000),
        gcTime: KEPT_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

export const queryClient = makeQueryClient()
