/** What this device holds of a person besides the session: restored when they come, kept while they stay, gone when they leave. */
import type { QueryClient } from '@tanstack/react-query'
import { forgetPicture, keepPicture, restorePicture } from './boot-cache.ts'
import { forgetQueries, keepQueries, restoreQueries } from './persist-cache.ts'

/** A broken store must not hold up the launch. */
const PATIENCE_MS = 1_500

let stop: (() => void) | null = null

/** Fills the cache for this user: the picture at once, the rest by the time the promise settles. Never throws. */
export function welcome(client: QueryClient, userId: number, maxAge: number): Promise<void> {
  stop?.()
  restorePicture(client, userId)
  const restored = restoreQueries(client, userId, maxAge).catch(() => {})
  const stops = [keepPicture(client, userId), keepQueries(client, userId)]
  stop = () => {
    for (const each of stops) each()
  }
  return Promise.race([restored, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** Forgets everything of this user; nothing is written any more once it returns. */
export function farewell(client: QueryClient, userId: number): void {
  stop?.()
  stop = null
  client.clear()
  try {
    forgetPicture(userId)
  } catch {
    // no storage, nothing to forget
  }
  void forgetQueries(userId).catch(() => {})
  navigator.serviceWorker?.controller?.postMessage({ type: 'PURGE_USER', userId })
}
