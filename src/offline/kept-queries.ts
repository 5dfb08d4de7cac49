/** Where the query cache lies on the disk: one row a query and user (offline.md §2.10). Without a library: a launch waits for it. */
import { requestDone } from './idb.ts'

const DATABASE = 'foyer-cache'
const STORE = 'queries'

export interface KeptQuery {
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
    const database = await requestDone(request)
    // Another tab with a newer release wants in, or the browser has closed it; the next use opens it anew.
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

/** The store, in a transaction of its own. */
export async function keptStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const storeOf = (database: IDBDatabase) => database.transaction(STORE, mode).objectStore(STORE)
  const database = await open()
  try {
    return storeOf(database)
  } catch {
    // Safari closes a database under the page's feet, and may not say so.
    opening = null
    return storeOf(await open())
  }
}

/** Everything of one user. */
export const keptOf = (userId: number) => IDBKeyRange.bound([userId], [userId, []])

/** All that is kept of one user’s answers. */
export async function readKept(userId: number): Promise<readonly KeptQuery[]> {
  const rows: KeptQuery[] = await requestDone((await keptStore('readonly')).getAll(keptOf(userId)))
  return rows
}
