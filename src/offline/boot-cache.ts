/**
 * The picture that the first frame is drawn from: a few small queries in localStorage, read synchronously before React
 * renders. It is a picture only; nothing is allowed because of it (offline.md §2.11).
 */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { attempt } from '#src/lib/attempt.ts'
import { ofEarlierPage } from './persist-cache.ts'

const BUSTER = '1'
/** More than this is no picture any more. */
const MOST_BYTES = 32_768

const keyOf = (userId: number) => `portal.boot:${userId}`

type PictureStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const persisterOf = (userId: number, storage: PictureStorage) =>
  createSyncStoragePersister({
    storage,
    key: keyOf(userId),
    serialize: (client) => {
      const text = JSON.stringify(client)
      return text.length > MOST_BYTES ? '' : text
    },
  })

const asOfEarlierPage = ({ queries, ...rest }: DehydratedState): DehydratedState => ({
  ...rest,
  queries: queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: ofEarlierPage(query.state.dataUpdatedAt) },
  })),
})

/** Draws the picture into the cache, if there is one that can be read. */
export function restorePicture(client: QueryClient, userId: number): void {
  try {
    const picture = persisterOf(userId, window.localStorage).restoreClient() as
      | { buster: string; clientState: DehydratedState }
      | undefined
    if (picture?.buster === BUSTER) hydrate(client, asOfEarlierPage(picture.clientState))
  } catch {
    // No storage, or not ours: the first frame shows less.
  }
}

/** Keeps the picture up to date with the queries that belong to it (`meta.boot`). Answers how to stop. */
export function keepPicture(client: QueryClient, userId: number): () => void {
  let stopped = false
  const persister = persisterOf(userId, {
    getItem: (key) => window.localStorage.getItem(key),
    // The persister writes late: after a sign-out it must not bring anything back.
    setItem: (key, text) => !stopped && window.localStorage.setItem(key, text),
    removeItem: (key) => window.localStorage.removeItem(key),
  })
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.meta?.boot || query.state.status !== 'success') return
    const clientState = dehydrate(client, {
      shouldDehydrateQuery: ({ meta, state }) => meta?.boot === true && state.status === 'success',
      shouldDehydrateMutation: () => false,
    })
    persister.persistClient({ buster: BUSTER, timestamp: Date.now(), clientState })
  })
  return () => {
    stopped = true
    unsubscribe()
  }
}

/** Takes away what this person’s next launch would be drawn from at once. */
export function forgetPicture(userId: number): void {
  attempt(() => window.localStorage.removeItem(keyOf(userId)))
}
