/**
 * The query cache in IndexedDB: one row per query and user (offline.md §2.10). Without a library, because a launch
 * waits for it.
 */
import { requestDone } from './idb.ts'

const DATABASE = 'foyer-cache'
const STORE = 'queries'

export interface KeptQuery {
  userId: number
  hash: string
  key: readonly unknown[]
  data: unknown
  /** When the server gave this answer, in milliseconds. */
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
    const database = await requestDone(request)
    // Another tab with a newer release upgrades the database, or the browser closes it: the next use opens it anew.
    database.onversionchange = () => {
      database.close()
      opening = null
    }
    database.onclose = () => {
      opening = null
    }
    return database
  })().catch((error) => {
    opening = null
    throw error
  })
  return opening
}

/** Returns the store, in a new transaction. */
export async function keptStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const storeOf = (database: IDBDatabase) => database.transaction(STORE, mode).objectStore(STORE)
  const database = await open()
  try {
    return storeOf(database)
  } catch {
    // Safari may close a database that is in use, without an event.
    opening = null
    return storeOf(await open())
  }
}

/** Returns the key range of all rows of one user. */
export const keptOf = (userId: number) => IDBKeyRange.bound([userId], [userId, []])

/** Returns all queries that are kept for one user. */
export async function readKept(userId: number): Promise<readonly KeptQuery[]> {
  const rows: KeptQuery[] = await requestDone((await keptStore('readonly')).getAll(keptOf(userId)))
  return rows
}
