/** Answers that were once loaded, for a cold start without a network: one cache a user, emptied when they sign out. */
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import type { WorkboxPlugin } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { KEPT_HEADER } from '#src/lib/page-and-worker.ts'
import { allowList, cacheNameOf, userOf } from './allow-list.ts'

const PATIENCE_S = 3
const DAY_S = 86_400

/** When each user was last signed out of this device, in this life of the worker. */
const purged = new Map<string, number>()

/** Tells the page that it reads a copy, and how old it is. */
async function stamped(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set(KEPT_HEADER, new Date().toISOString())
  return new Response(await response.blob(), { status: response.status, headers })
}

/** Asked for by somebody who has signed out since: the next person's device must not hold it. */
const isTooLate = (userId: string, askedAt: unknown) => (purged.get(userId) ?? 0) >= Number(askedAt ?? 0)

const keeping = (userId: string): WorkboxPlugin => ({
  requestWillFetch: async ({ request, state }) => {
    if (state) state.askedAt = Date.now()
    return request
  },
  // The bare address: no token is ever written to the disk.
  cacheKeyWillBeUsed: async ({ request }) => request.url,
  cacheWillUpdate: async ({ response, state }) => {
    if (isTooLate(userId, state?.askedAt)) return null
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return response.status === 200 && isJson ? stamped(response) : null
  },
  // They signed out while the answer was being written.
  cacheDidUpdate: async ({ state }) => {
    if (isTooLate(userId, state?.askedAt)) await caches.delete(cacheNameOf(userId))
  },
})

const strategies = new Map<string, NetworkFirst>()

function strategyOf(userId: string): NetworkFirst {
  const known = strategies.get(userId)
  if (known) return known
  const made = new NetworkFirst({
    cacheName: cacheNameOf(userId),
    networkTimeoutSeconds: PATIENCE_S,
    matchOptions: { ignoreVary: true },
    plugins: [
      keeping(userId),
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 14 * DAY_S, purgeOnQuotaError: true }),
    ],
  })
  strategies.set(userId, made)
  return made
}

/** Keeps the answers of the calls at these paths, where the page says whose they are. */
export function keepAnswers(paths: readonly string[]): void {
  const isListed = allowList(paths)
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isListed(url.pathname) && userOf(request.headers) !== null,
    (options) => strategyOf(String(userOf(options.request.headers))).handle(options),
  )
}

/** Forgets all of a user's answers, those under way included. */
export async function purgeUser(userId: number): Promise<void> {
  purged.set(String(userId), Date.now())
  const cacheName = cacheNameOf(userId)
  await caches.delete(cacheName)
  // The list of addresses and times that goes with it.
  await new CacheExpiration(cacheName, { maxEntries: 1 }).delete()
}
