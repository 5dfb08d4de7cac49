/** First aid for the store on this device: where it is full room is made, and where it has failed it is opened anew. */
import { CACHES } from '#src/lib/page-and-worker.ts'
import type { OutboxDb } from './db.ts'
import { forgetQueries } from './persist-cache.ts'

let isPersistAsked = false
/** The browser may otherwise throw the whole origin away when the disk is full. */
export function askToPersist(): void {
  if (isPersistAsked) return
  isPersistAsked = true
  void navigator.storage?.persist?.().catch(() => {})
}

/** A database that could not be opened stays closed until it is asked once more. */
export async function reopen(db: OutboxDb): Promise<void> {
  db.close({ disableAutoOpen: false })
  await db.open()
}

const isLoadedAgain = (cache: string) => Object.values(CACHES).some((name) => cache.startsWith(name))

/** Dexie wraps what the browser said. */
const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && (error.name === name || ('inner' in error && isNamed(error.inner, name)))
const isFull = (error: unknown) => isNamed(error, 'QuotaExceededError')
/** Some browsers say no more of a full disk. */
const mayBeFull = (error: unknown) => isFull(error) || isNamed(error, 'UnknownError')

/** What can be loaded again makes room for what cannot. */
async function makeRoom(db: OutboxDb, userId: number): Promise<void> {
  await forgetQueries(userId).catch(() => {})
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? []
  await Promise.all(names.filter(isLoadedAgain).map((name) => caches.delete(name)))
  await reopen(db)
}

/** On a full disk once more, when there is room: what `userHere` can load again goes. */
export async function onceMoreWithRoom<T>(
  db: OutboxDb,
  userHere: () => number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const userId = userHere()
    if (userId === undefined || !isFull(error)) throw error
    await makeRoom(db, userId)
    return work()
  }
}

/**
 * Writes, and where the store fails once more: opened anew, with more room where it is full. What can be read without a
 * line goes only then, or where the store fails anew in a way that may mean it.
 */
export async function writeAgain(db: OutboxDb, userId: number, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    await (isFull(error) ? makeRoom(db, userId) : reopen(db))
    await write().catch(async (again) => {
      if (isFull(error) || !mayBeFull(again)) throw again
      await makeRoom(db, userId)
      await write()
    })
  }
}
