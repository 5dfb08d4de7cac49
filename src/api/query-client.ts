/** The query cache: what the screens read. Writing goes through forms and the outbox. */
import { type Query, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query'
import { afterPaint } from '#src/lib/after-paint.ts'
import { within } from '#src/lib/pause.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { connection } from './connection.ts'
import { isHeld, noteHeld, takeCopy } from './copies.ts'
import { Problem, Unreachable } from './problem.ts'

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

/** What is shown of an earlier page is asked for anew, but first it is shown. */
let isDrawn = false
type Held = { readonly state: { readonly dataUpdatedAt: number } }
const isOfEarlierPage = ({ state }: Held) => state.dataUpdatedAt < performance.timeOrigin

/** The clock was set back since: nobody knows how old it is. */
const isAhead = ({ state }: Held) => state.dataUpdatedAt > Date.now()

/**
 * For how long an answer is believed, in milliseconds. One of an earlier page is shown and not believed: whoever reloads
 * right after a change may have left before the newer one was kept. The launch is not held up by it.
 */
export const freshFor =
  (ms: number) =>
  (query: Held): number => {
    if (isOfEarlierPage(query)) return isDrawn ? 0 : Number.POSITIVE_INFINITY
    return isAhead(query) ? Number.NEGATIVE_INFINITY : ms
  }

/** The first screen stands: what it shows of an earlier page is asked for anew. */
export function askAnew(client: QueryClient): void {
  isDrawn = true
  // One that failed just now has nothing to be asked for anew: its screen says so.
  const predicate = (query: Query) => query.state.data !== undefined && isOfEarlierPage(query)
  void client.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false })
}

/** Shown for want of patience with a slow line: asked for anew by whoever holds that now. */
const impatient = new WeakSet<object>()

/** A window may say that somebody sees it, and not be drawn. */
const MOST_MS = 1_000

/** What is there is drawn first: to ask for the four lists of a screen takes a phone two of its frames. */
async function painted(signal: AbortSignal): Promise<void> {
  await within(MOST_MS, new Promise<void>((resolve) => void afterPaint(resolve)))
  // Whoever is gone by then, or somebody else, asks for nothing.
  signal.throwIfAborted()
}

/**
 * What is held is drawn before it is asked for anew, and the worker's copy never takes its place: it would pass as of now,
 * and a slow answer is waited for. Where nothing is held that is of use.
 */
const heldFirst: QueryPersister = async (ask, context, query) => {
  const { signal } = context
  const holds = () => query.state.data !== undefined
  if (holds()) {
    noteHeld(signal)
    await painted(signal)
  }
  const answer = await ask(context)
  if (!takeCopy(signal)) return answer
  const isSlow = connection().online && !isHeld(signal)
  if (!holds()) {
    if (isSlow) impatient.add(query)
    return answer
  }
  if (!isSlow) throw new Unreachable()
  // What the device keeps was read since it was asked for.
  noteHeld(signal)
  const waitedFor = await ask(context)
  if (takeCopy(signal)) throw new Unreachable()
  return waitedFor
}

export function makeQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onSuccess: (_, query) => {
      if (impatient.delete(query)) void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    },
  })
  const client = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // 'online' leaves a cold loader pending for as long as the network is away.
        networkMode: 'always',
        // However short the line was away: what others did meanwhile was told nobody.
        refetchOnReconnect: 'always',
        retry: isWorthAnotherTry,
        // A fault is said within a second, after all.
        retryDelay: (failures) => 250 * 2 ** failures,
        staleTime: freshFor(30_000),
        persister: heldFirst,
        gcTime: KEPT_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

export const queryClient = makeQueryClient()
