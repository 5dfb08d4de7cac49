/** Caches API answers for a cold start without a network: one cache per user, deleted when they sign out. */
import { registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { HELD_HEADER, KEPT_HEADER } from '#src/lib/page-and-worker.ts'
import { allowList, cacheNameOf, userOf } from './allow-list.ts'

const PATIENCE_S = 3
const KEPT_S = 14 * 86_400
const MOST_KEPT = 200

/**
 * When each user was last signed out of this device, in this life of the worker; by a monotonic clock, which cannot be
 * set back.
 */
const purgedAt = new Map<string, number>()

/** Whether the request is of a user who has signed out since: the next person's device must not hold its answer. */
const isTooLate = (userId: string, askedAt: unknown) => (purgedAt.get(userId) ?? 0) >= Number(askedAt ?? 0)

/**
 * Runs the maintenance of one user's cache one task at a time. Workbox's own plugin opens the cache again some time
 * after an answer was written: that recreated one that was deleted meanwhile, with the user's id in its name.
 */
function upkeepOf(userId: string) {
  const cacheName = cacheNameOf(userId)
  // Workbox's list of URLs and times, which belongs to the cache.
  const expiration = new CacheExpiration(cacheName, { maxEntries: MOST_KEPT, maxAgeSeconds: KEPT_S })
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  async function forget(): Promise<void> {
    await caches.delete(cacheName)
    await expiration.delete()
  }
  return {
    forget: () => inTurn(forget),
    /**
     * Called after an answer was written: deletes those that are too old or too many, or all if the user has signed out
     * since.
     */
    written: (url: string, askedAt: unknown) =>
      inTurn(async () => {
        if (isTooLate(userId, askedAt)) return forget()
        await expiration.updateTimestamp(url)
        await expiration.expireEntries()
      }),
  }
}

const upkeeps = new Map<string, ReturnType<typeof upkeepOf>>()

function upkeep(userId: string) {
  const known = upkeeps.get(userId) ?? upkeepOf(userId)
  if (!upkeeps.has(userId)) registerQuotaErrorCallback(known.forget)
  upkeeps.set(userId, known)
  return known
}

/** Adds the time of caching, which tells the page that it reads a copy, and how old it is. */
async function withCacheTime(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set(KEPT_HEADER, new Date().toISOString())
  return new Response(await response.blob(), { status: response.status, headers })
}

const isTooOld = ({ headers }: Response) => Date.now() - Date.parse(headers.get(KEPT_HEADER) ?? '') > KEPT_S * 1_000

const cachePluginOf = (userId: string): WorkboxPlugin => ({
  requestWillFetch: async ({ request, state }) => {
    if (state) state.askedAt = performance.now()
    return request
  },
  // The bare URL: no token is ever written to disk.
  cacheKeyWillBeUsed: async ({ request }) => request.url,
  cacheWillUpdate: async ({ response, state }) => {
    if (isTooLate(userId, state?.askedAt)) return null
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return response.status === 200 && isJson ? withCacheTime(response) : null
  },
  cacheDidUpdate: ({ request, state }) => upkeep(userId).written(request.url, state?.askedAt),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && !isTooOld(cachedResponse) ? cachedResponse : null,
})

const strategies = new Map<string, NetworkFirst>()

/**
 * Returns a user's strategy. A page that holds an answer (`isHeld`) waits for the network without a limit: with copies
 * served on a slow line it would never see a newer answer.
 */
function strategyOf(userId: string, isHeld: boolean): NetworkFirst {
  const name = `${userId} ${isHeld}`
  const known = strategies.get(name)
  if (known) return known
  const made = new NetworkFirst({
    cacheName: cacheNameOf(userId),
    ...(isHeld ? {} : { networkTimeoutSeconds: PATIENCE_S }),
    matchOptions: { ignoreVary: true },
    plugins: [cachePluginOf(userId)],
  })
  strategies.set(name, made)
  return made
}

/** Caches the answers of the calls at these paths, if the request says which user they are for. */
export function keepAnswers(paths: readonly string[]): void {
  const isListed = allowList(paths)
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isListed(url.pathname) && userOf(request.headers) !== null,
    (options) => {
      const { headers } = options.request
      return strategyOf(String(userOf(headers)), headers.has(HELD_HEADER)).handle(options)
    },
  )
}

/** Deletes all cached answers of a user, those under way included. */
export async function purgeUser(userId: number): Promise<void> {
  purgedAt.set(String(userId), performance.now())
  // At once, and again after the maintenance under way.
  await caches.delete(cacheNameOf(userId))
  await upkeep(String(userId)).forget()
}
