/** General rates (wire.md §1): 1,200 calls a minute a session, 600 a network (network.ts) without one; tools report far more. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { getHealth } from '#contract/apps/portal.ts'
import { MINUTE_MS } from '../lib/instants.ts'
import { networkOf } from './network.ts'
import { isUnderApi } from './paths.ts'
import { tooMany } from './problem.ts'

const A_SESSION = 1_200
const AN_ADDRESS = 600
/** One key may report for a whole company, an event a request: 500 a second, and as many again to catch up. */
const AN_API_KEY = 60_000

/** Windows that are remembered at once. */
const MOST = 5_000

type Told = (error: Error | null, result: { current: number; ttl: number }) => void

/** Calls by key, on a clock that nobody sets: put back by an hour, the computer's own would not let go for as long. */
class Windows {
  readonly #windows = new Map<string, { count: number; until: number }>()

  incr(key: string, tell: Told, timeWindow = MINUTE_MS): void {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.until > now ? known : { count: 0, until: now + timeWindow }
    window.count += 1
    // The last in the order is the one that was asked for last.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > MOST && oldest !== undefined) this.#windows.delete(oldest)
    tell(null, { current: window.count, ttl: window.until - now })
  }

  child(): Windows {
    return new Windows()
  }
}

export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    store: Windows,
    keyGenerator: ({ caller, ip }) =>
      caller ? `${caller.kind} ${caller.sessionId || caller.id}` : `address ${networkOf(ip)}`,
    max: ({ caller }) => (caller?.kind === 'apiKey' ? AN_API_KEY : caller ? A_SESSION : AN_ADDRESS),
    // Files, and the answer whether the portal lives, are not calls.
    allowList: (request) => !isUnderApi(request) || request.routeOptions.url === getHealth.path,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return tooMany(`Too many requests. Please try again in ${seconds} s.`, seconds)
    },
  })
  // Before the rule of each call: what is refused, and what is no call at all, counts as well.
  app.addHook('onRequest', app.rateLimit())
}
