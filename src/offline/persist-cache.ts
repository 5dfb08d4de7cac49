/** Keeps the query cache on the device and brings it back: each query by itself, so that two tabs never overwrite each other's. */
import type { Query, QueryClient } from '@tanstack/react-query'
import { requestDone } from './idb.ts'
import { type KeptQuery, keptOf, keptStore } from './kept-queries.ts'
import { readOnce } from './launch-read.ts'

/** The shape of what is kept, not the build: raise it when an answer changes its shape. */
const BUSTER = 1
/** Of what changes often, one copy in this time. */
const DEBOUNCE_MS = 1_000
/** A large answer (thousands of people) holds up a frame while it is copied: after a copy of 10 ms the next comes 4 s later. */
const PAUSE_A_COST = 400
const LONGEST_PAUSE_MS = 10_000

/** When it was kept, whatever the clock said then: one that was ahead would be believed until the right one is as far. */
export const ofEarlierPage = (at: number) => Math.min(at, performance.timeOrigin - 1)

/** Puts what this user's device holds into the cache; nothing that is older than `maxAge` or than what is there, and nothing once they have left. */
export async function restoreQueries(
  client: QueryClient,
  userId: number,
  maxAge: number,
  isStill: () => boolean = () => true,
): Promise<void> {
  const rows = await readOnce('queries', userId)
  const isDead = ({ at, buster }: KeptQuery) => buster !== BUSTER || Date.now() - at > maxAge
  for (const { key, data, at } of rows.filter((row) => !isDead(row))) {
    if (!isStill()) return
    const held = client.getQueryState(key)?.dataUpdatedAt ?? 0
    if (held < at) client.setQueryData(key, data, { updatedAt: ofEarlierPage(at) })
  }
  const dead = rows.filter(isDead)
  if (dead.length > 0) void forgetEach(dead).catch(() => {})
}

/** What nobody is shown any more would be read at every launch. Another tab may have asked anew meanwhile: that one stays. */
async function forgetEach(rows: readonly KeptQuery[]): Promise<void> {
  const kept = await keptStore('readwrite')
  for (const { userId, hash, at } of rows) {
    const held: KeptQuery | undefined = await requestDone(kept.get([userId, hash]))
    if (held?.at === at) kept.delete([userId, hash])
  }
}

/**
 * Keeps each changed query that says so (`meta.persist`); the first answer of a page at once, whoever leaves right after it
 * has seen it. Answers how to stop: nothing is written afterwards.
 */
export function keepQueries(client: QueryClient, userId: number): () => void {
  const changed = new Map<string, Query>()
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let pauseMs = DEBOUNCE_MS

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...changed.values()].map(
      ({ queryHash, queryKey, state }): KeptQuery => ({
        userId,
        hash: queryHash,
        key: queryKey,
        data: state.data,
        at: state.dataUpdatedAt,
        buster: BUSTER,
      }),
    )
    for (const hash of changed.keys()) written.add(hash)
    changed.clear()
    const target = await keptStore('readwrite')
    if (stopped) return
    let cost = 0
    for (const row of rows) {
      const held: KeptQuery | undefined = await requestDone(target.get([row.userId, row.hash]))
      if (held && held.at > row.at && held.at <= Date.now()) continue
      const begin = performance.now()
      target.put(row)
      cost += performance.now() - begin
    }
    pauseMs = Math.min(Math.max(DEBOUNCE_MS, cost * PAUSE_A_COST), LONGEST_PAUSE_MS)
  }

  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type !== 'updated' || event.action.type !== 'success' || !query.meta?.persist) return
    changed.set(query.queryHash, query)
    const isFirst = !written.has(query.queryHash)
    if (isFirst) clearTimeout(timer)
    // A full or forbidden store costs the offline copy and nothing else.
    if (isFirst || !timer) timer = setTimeout(() => void write().catch(() => {}), isFirst ? 0 : pauseMs)
  })
  // Whoever leaves a page does not come back to it for sure.
  const onHidden = () => {
    if (timer && document.visibilityState === 'hidden') void write().catch(() => {})
  }
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHidden)
    unsubscribe()
  }
}

/** Forgets what the device holds of this user. */
export async function forgetQueries(userId: number): Promise<void> {
  await requestDone((await keptStore('readwrite')).delete(keptOf(userId)))
}
