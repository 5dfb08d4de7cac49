/**
 * Persists the query cache on the device and restores it: each query in a row of its own, so that two tabs never
 * overwrite each other's.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { requestDone } from './idb.ts'
import { type KeptQuery, keptOf, keptStore } from './kept-queries.ts'
import { readOnce } from './launch-read.ts'

/** Version of the shape of what is kept, not of the build: raise it when an answer changes its shape. */
const BUSTER = 1
/** A query that changes often is copied at most once in this time. */
const DEBOUNCE_MS = 1_000
/**
 * A large answer (thousands of people) holds up a frame while it is copied, so the pause grows with its cost: after a
 * copy of 10 ms the next comes 4 s later.
 */
const PAUSE_PER_COST = 400
const LONGEST_PAUSE_MS = 10_000

/**
 * Caps a time that an earlier page noted at the start of this page: one from a clock that ran ahead would be believed
 * until the right clock catches up.
 */
export const capAtPageStart = (at: number) => Math.min(at, performance.timeOrigin - 1)

/**
 * Loads this user's kept queries into the cache, except those older than `maxAge` or than what is there. Stops once the
 * user has left (`isStill`).
 */
export async function restoreQueries(
  client: QueryClient,
  userId: number,
  maxAge: number,
  isStill: () => boolean = () => true,
): Promise<void> {
  const rows = await readOnce('queries', userId)
  const isExpired = ({ at, buster }: KeptQuery) => buster !== BUSTER || Date.now() - at > maxAge
  for (const { key, data, at } of rows.filter((row) => !isExpired(row))) {
    if (!isStill()) return
    const held = client.getQueryState(key)?.dataUpdatedAt ?? 0
    if (held < at) client.setQueryData(key, data, { updatedAt: capAtPageStart(at) })
  }
  const expired = rows.filter(isExpired)
  if (expired.length > 0) void forgetEach(expired).catch(() => {})
}

/**
 * Deletes kept queries that nobody is shown any more but every launch would read. One that another tab has fetched anew
 * meanwhile stays.
 */
async function forgetEach(rows: readonly KeptQuery[]): Promise<void> {
  const kept = await keptStore('readwrite')
  for (const { userId, hash, at } of rows) {
    const held: KeptQuery | undefined = await requestDone(kept.get([userId, hash]))
    if (held?.at === at) kept.delete([userId, hash])
  }
}

/**
 * Keeps each changed query with `meta.persist`. The first answer of a page is kept at once: the person may leave right
 * after seeing it. Returns a function that stops it: nothing is written afterwards.
 */
export function keepQueries(client: QueryClient, userId: number): () => void {
  const changed = new Map<string, Query>()
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let pauseMs = DEBOUNCE_MS
  /** Whether the query was not removed since. */
  const isHeld = (query: Query) => client.getQueryCache().get(query.queryHash) === query

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    for (const hash of changed.keys()) written.add(hash)
    // Opened first: queries that could not be written stay noted for the next time.
    const target = await keptStore('readwrite')
    if (stopped) return
    const rows = [...changed.values()].filter(isHeld).map(
      ({ queryHash, queryKey, state }): KeptQuery => ({
        userId,
        hash: queryHash,
        key: queryKey,
        data: state.data,
        at: state.dataUpdatedAt,
        buster: BUSTER,
      }),
    )
    changed.clear()
    let cost = 0
    for (const row of rows) {
      const held: KeptQuery | undefined = await requestDone(target.get([row.userId, row.hash]))
      if (held && held.at > row.at && held.at <= Date.now()) continue
      const begin = performance.now()
      target.put(row)
      cost += performance.now() - begin
    }
    pauseMs = Math.min(Math.max(DEBOUNCE_MS, cost * PAUSE_PER_COST), LONGEST_PAUSE_MS)
  }

  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type !== 'updated' || event.action.type !== 'success' || !query.meta?.persist) return
    changed.set(query.queryHash, query)
    const isFirst = !written.has(query.queryHash)
    if (isFirst) clearTimeout(timer)
    // A full or forbidden store costs only the offline copy.
    if (isFirst || !timer) timer = setTimeout(() => void write().catch(() => {}), isFirst ? 0 : pauseMs)
  })
  // The person may not come back to a hidden page.
  const onHidden = () => {
    if (changed.size > 0 && document.visibilityState === 'hidden') void write().catch(() => {})
  }
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHidden)
    unsubscribe()
  }
}

/** Deletes all queries that the device keeps for this user. */
export async function forgetQueries(userId: number): Promise<void> {
  await requestDone((await keptStore('readwrite')).delete(keptOf(userId)))
}
