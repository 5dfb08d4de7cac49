/** Recovery for the store on this device: makes room where it is full, and reopens it where it has failed. */
import { CACHES } from '#src/lib/page-and-worker.ts'
import type { OutboxDb } from './db.ts'
import { forgetQueries } from './persist-cache.ts'

let isPersistAsked = false
/** Asks the browser once to keep this origin's data, which it may otherwise delete when the disk is full. */
export function askToPersist(): void {
  if (isPersistAsked) return
  isPersistAsked = true
  void navigator.storage?.persist?.().catch(() => {})
}

/** Reopens the database: one that could not be opened stays closed until it is opened explicitly. */
export async function reopen(db: OutboxDb): Promise<void> {
  db.close({ disableAutoOpen: false })
  await db.open()
}

const isReloadable = (cache: string) => Object.values(CACHES).some((name) => cache.startsWith(name))

/** Whether the error, or one that Dexie has wrapped in it, has this name. */
const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && (error.name === name || ('inner' in error && isNamed(error.inner, name)))
/** Whether the device has no room for what was to be written. */
export const isFull = (error: unknown): boolean => isNamed(error, 'QuotaExceededError')
/** Whether the disk may be full: some browsers report no more than `UnknownError`. */
const mayBeFull = (error: unknown) => isFull(error) || isNamed(error, 'UnknownError')

/** Deletes what can be loaded again, to make room for what cannot. */
async function makeRoom(db: OutboxDb, userId: number): Promise<void> {
  await forgetQueries(userId).catch(() => {})
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? []
  await Promise.all(names.filter(isReloadable).map((name) => caches.delete(name)))
  await reopen(db)
}

/** Runs `work`, and on a full disk once more after deleting what the user `userHere` can load again. */
export async function retryWithRoom<T>(
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
 * Writes, and if the store fails writes once more: with more room if it is full, otherwise reopened. What can be read
 * offline is deleted only then, or if the store fails again in a way that may mean a full disk.
 */
export async function writeWithRetry(db: OutboxDb, userId: number, write: () => Promise<unknown>): Promise<void> {
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
