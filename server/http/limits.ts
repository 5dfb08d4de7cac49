/**
 * General rate limits (wire.md §1): 1,200 calls a minute per session, 600 per network (network.ts) without one, and far
 * more per API key.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { getHealth } from '#contract/apps/portal.ts'
import { MINUTE_MS } from '../lib/instants.ts'
import { networkOf } from './network.ts'
import { isUnderApi } from './paths.ts'
import { tooMany } from './problem.ts'

const PER_SESSION = 1_200
const PER_NETWORK = 600
/** One key may report for a whole company, one event per request: 500 a second, and as many again to catch up. */
const PER_API_KEY = 60_000

/** How many windows are kept in memory. */
const MAX_WINDOWS = 5_000

type IncrementCallback = (error: Error | null, result: { current: number; ttl: number }) => void

/**
 * Counts calls per key in fixed windows, on the monotonic clock: with the wall clock, setting it back by an hour would
 * prolong a block by an hour.
 */
class Windows {
  readonly #windows = new Map<string, { count: number; until: number }>()

  incr(key: string, callback: IncrementCallback, timeWindow = MINUTE_MS): void {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.until > now ? known : { count: 0, until: now + timeWindow }
    window.count += 1
    // Re-inserting moves the key to the end, so that the first entry is the least recently used.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > MAX_WINDOWS && oldest !== undefined) this.#windows.delete(oldest)
    callback(null, { current: window.count, ttl: window.until - now })
  }

  child(): Windows {
    return new Windows()
  }
}

/** Installs the rate limits on every call. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    store: Windows,
    keyGenerator: ({ caller, ip }) =>
      caller ? `${caller.kind} ${caller.sessionId || caller.id}` : `address ${networkOf(ip)}`,
    max: ({ caller }) => (caller?.kind === 'apiKey' ? PER_API_KEY : caller ? PER_SESSION : PER_NETWORK),
    // Files are no calls, and health checks are exempt.
    allowList: (request) => !isUnderApi(request) || request.routeOptions.url === getHealth.path,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return tooMany(`Too many requests. Please try again in ${seconds} s.`, seconds)
    },
  })
  // Runs before the access rule of each call, so that refused and unknown calls count too.
  app.addHook('onRequest', app.rateLimit())
}
