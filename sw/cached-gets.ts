/** Answers that were once loaded, for a cold start without a network: one cache a user, emptied when they sign out. */
import { registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { HELD_HEADER, KEPT_HEADER } from '#src/lib/page-and-worker.ts'
import { allowList, cacheNameOf, userOf } from './allow-list.ts'

const PATIENCE_S = 3
const KEPT_S = 14 * 86_400
const MOST_KEPT = 200

/** When each user was last signed out of this device, in this life of the worker: by no clock that may be set back. */
const purged = new Map<string, number>()

/** Asked for by somebody who has signed out since: the next person's device must not hold it. */
const isTooLate = (userId: string, askedAt: unknown) => (purged.get(userId) ?? 0) >= Number(askedAt ?? 0)

/**
 * What is done to one user's cache besides writing into it, one after the other. Workbox's own plugin opens the cache once
 * more some time after an answer was written: one that was deleted meanwhile was there again, with their id for its name.
 */
function upkeepOf(userId: string) {
  const cacheName = cacheNameOf(userId)
  // The list of addresses and times that goes with it.
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
    /** An answer was written: those that are too old, or too many, go. All of them, where its user has signed out since. */
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

/** Tells the page that it reads a copy, and how old it is. */
async function stamped(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set(KEPT_HEADER, new Date().toISOString())
  return new Response(await response.blob(), { status: response.status, headers })
}

const isTooOld = ({ headers }: Response) => Date.now() - Date.parse(headers.get(KEPT_HEADER) ?? '') > KEPT_S * 1_000

const keeping = (userId: string): WorkboxPlugin => ({
  requestWillFetch: async ({ request, state }) => {
    if (state) state.askedAt = performance.now()
    return request
  },
  // The bare address: no token is ever written to the disk.
  cacheKeyWillBeUsed: async ({ request }) => request.url,
  cacheWillUpdate: async ({ response, state }) => {
    if (isTooLate(userId, state?.askedAt)) return null
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return response.status === 200 && isJson ? stamped(response) : null
  },
  cacheDidUpdate: ({ request, state }) => upkeep(userId).written(request.url, state?.askedAt),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && !isTooOld(cachedResponse) ? cachedResponse : null,
})

const strategies = new Map<string, NetworkFirst>()

/** Whoever holds an answer is not served a copy for want of patience: on a slow line they would never see a newer one. */
function strategyOf(userId: string, isHeld: boolean): NetworkFirst {
  const name = `${userId} ${isHeld}`
  const known = strategies.get(name)
  if (known) return known
  const made = new NetworkFirst({
    cacheName: cacheNameOf(userId),
    ...(isHeld ? {} : { networkTimeoutSeconds: PATIENCE_S }),
    matchOptions: { ignoreVary: true },
    plugins: [keeping(userId)],
  })
  strategies.set(name, made)
  return made
}

/** Keeps the answers of the calls at these paths, where the page says whose they are. */
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

/** Forgets all of a user's answers, those under way included. */
export async function purgeUser(userId: number): Promise<void> {
  purged.set(String(userId), performance.now())
  // At once, and again when what is being put in order is done.
  await caches.delete(cacheNameOf(userId))
  await upkeep(String(userId)).forget()
}
