/** Forgets single queries of a person on this device. Apart from `device.ts`, which every launch loads. */
import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { session } from '#src/api/session.ts'
import { deviceRead, purge } from './device.ts'
import { requestDone } from './idb.ts'
import { keptStore, readKept } from './kept-queries.ts'

/** Deletes the queries under these key prefixes that the device keeps for this user. Throws if the device refuses. */
async function forgetKept(userId: number, prefixes: readonly QueryKey[]): Promise<void> {
  const rows = await readKept(userId)
  const store = await keptStore('readwrite')
  const lost = rows.filter(({ key }) => prefixes.some((prefix) => partialMatchKey(key, prefix)))
  await Promise.all(lost.map(({ hash }) => requestDone(store.delete([userId, hash]))))
}

/**
 * Forgets the queries under these key prefixes, which this user may no longer read. The worker knows no keys, so it
 * forgets all its answers: the other queries are kept here anyway.
 */
export async function forgetUnder(client: QueryClient, userId: number, prefixes: readonly QueryKey[]): Promise<void> {
  await deviceRead()
  // By now another person may be here.
  if (session.get()?._id === userId) for (const queryKey of prefixes) client.removeQueries({ queryKey })
  await Promise.all([purge(userId), forgetKept(userId, prefixes)])
}
