/**
 * The query cache on the device: one row a query and user in IndexedDB, so that two tabs never overwrite each other's
 * (offline.md §2.10).
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { settled } from './idb.ts'

const DATABASE = 'foyer-cache'
const STORE = 'queries'
/** The shape of what is kept, not the build: raise it when an answer changes its shape. */
const BUSTER = 1
const DEBOUNCE_MS = 1_000

interface Row {
  userId: number
  hash: string
  key: readonly unknown[]
  data: unknown
  /** When the server said so, in milliseconds. */
  at: number
  buster: number
}

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= (async () => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: ['userId', 'hash'] })
    }
    const database = await settled(request)
    // Another tab with a newer release wants in; the next use opens it anew.
    database.onversionchange = () => {
      database.close()
      opening = null
    }
    return database
  })().catch((error) => {
    opening = null
    throw error
  })
  return opening
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(STORE, mode).objectStore(STORE)
}

const rowsOf = (userId: number) => IDBKeyRange.bound([userId], [userId, []])

/** Puts what this user's device holds into the cache; nothing that is older than `maxAge` or than what is there. */
export async function restoreQueries(client: QueryClient, userId: number, maxAge: number): Promise<void> {
  const rows: Row[] = await settled((await store('readonly')).getAll(rowsOf(userId)))
  for (const { key, data, at, buster } of rows) {
    if (buster !== BUSTER || Date.now() - at > maxAge) continue
    const held = client.getQueryState(key)?.dataUpdatedAt ?? 0
    if (held < at) client.setQueryData(key, data, { updatedAt: at })
  }
}

/** Keeps each changed query that says so (`meta.persist`). Answers how to stop: nothing is written afterwards. */
export function keepQueries(client: QueryClient, userId: number): () => void {
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function write(): Promise<void> {
    timer = undefined
    const rows = [...changed.values()].map(
      ({ queryHash, queryKey, state }): Row => ({
        userId,
        hash: queryHash,
        key: queryKey,
        data: state.data,
        at: state.dataUpdatedAt,
        buster: BUSTER,
      }),
    )
    changed.clear()
    const target = await store('readwrite')
    if (stopped) return
    for (const row of rows) {
      const held: Row | undefined = await settled(target.get([row.userId, row.hash]))
      if (!held || held.at <= row.at) target.put(row)
    }
  }

  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.meta?.persist || query.state.data === undefined) return
    changed.set(query.queryHash, query)
    // A full or forbidden store costs the offline copy and nothing else.
    timer ??= setTimeout(() => void write().catch(() => {}), DEBOUNCE_MS)
  })
  return () => {
    stopped = true
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Forgets what the device holds of this user. */
export async function forgetQueries(userId: number): Promise<void> {
  await settled((await store('readwrite')).delete(rowsOf(userId)))
}
