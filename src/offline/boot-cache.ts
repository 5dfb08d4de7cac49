/**
 * The boot cache (“the picture”): a few small queries in localStorage, read synchronously before React renders, from
 * which the first frame is drawn. It grants nothing: no permission is derived from it (offline.md §2.11).
 */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { attempt } from '#src/lib/attempt.ts'
import { capAtPageStart } from './persist-cache.ts'

const BUSTER = '1'
/** A larger picture is not kept. */
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
    state: { ...query.state, dataUpdatedAt: capAtPageStart(query.state.dataUpdatedAt) },
  })),
})

/** Loads the picture into the query cache, if there is a readable one. */
export function restorePicture(client: QueryClient, userId: number): void {
  try {
    const picture = persisterOf(userId, window.localStorage).restoreClient() as
      | { buster: string; clientState: DehydratedState }
      | undefined
    if (picture?.buster === BUSTER) hydrate(client, asOfEarlierPage(picture.clientState))
  } catch {
    // Storage is unavailable, or holds something else: the first frame shows less.
  }
}

/** Keeps the picture up to date with the queries that belong to it (`meta.boot`). Returns a function that stops it. */
export function keepPicture(client: QueryClient, userId: number): () => void {
  let stopped = false
  const persister = persisterOf(userId, {
    getItem: (key) => window.localStorage.getItem(key),
    // The persister writes with a delay: it must not restore anything after a sign-out.
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

/** Deletes the picture that this person’s next launch would be drawn from. */
export function forgetPicture(userId: number): void {
  attempt(() => window.localStorage.removeItem(keyOf(userId)))
}
