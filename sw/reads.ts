/**
 * Answers to GETs that the contract marks as `cached`: from the network, and within reason from what this user's device
 * keeps. The key is the bare address, so that no token is ever stored beside an answer.
 */
import { calls } from '#contract/calls.ts'

/** The page says for whom it asks; without it nothing is kept (other servers ignore the header). */
export const USER_HEADER = 'x-foyer-user'
const CACHED_AT = 'x-cached-at'
const PATIENCE_MS = 3_000
const MOST = 200
const KEPT_MS = 14 * 86_400_000

const patterns = calls
  .filter((call) => call.cached)
  .map((call) => new RegExp(`^${call.path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`))

const cacheName = (userId: string | number) => `api-v1-${userId}`

/** Whether this request is one whose answer may be kept. */
export const isKeptRead = (request: Request, url: URL): boolean =>
  request.method === 'GET' &&
  /^\d+$/.test(request.headers.get(USER_HEADER) ?? '') &&
  patterns.some((pattern) => pattern.test(url.pathname))

const isWorthKeeping = (response: Response) =>
  response.status === 200 && (response.headers.get('content-type') ?? '').includes('application/json')

const stamped = async (response: Response): Promise<Response> => {
  const headers = new Headers(response.headers)
  headers.set(CACHED_AT, new Date().toISOString())
  return new Response(await response.blob(), { status: response.status, headers })
}

async function keep(cache: Cache, key: string, response: Response): Promise<void> {
  await cache.put(key, await stamped(response))
  const keys = await cache.keys()
  // The oldest first: the cache keeps the order in which entries came.
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old)
}

async function kept(cache: Cache, key: string): Promise<Response | undefined> {
  const response = await cache.match(key)
  const at = Date.parse(response?.headers.get(CACHED_AT) ?? '')
  return response && Date.now() - at < KEPT_MS ? response : undefined
}

/** The network first; what is kept where it fails, or takes longer than three seconds. */
export async function answerRead(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName(request.headers.get(USER_HEADER) ?? ''))
  const { href } = new URL(request.url)
  const fromNetwork = fetch(request).then(async (response) => {
    if (isWorthKeeping(response)) await keep(cache, href, response.clone()).catch(() => {})
    return response
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  try {
    const first = await Promise.race([fromNetwork, patience])
    return first ?? (await kept(cache, href)) ?? (await fromNetwork)
  } catch (error) {
    const held = await kept(cache, href)
    if (held) return held
    throw error
  } finally {
    clearTimeout(timer)
    // A late answer is still kept; a late failure is nobody's business any more.
    fromNetwork.catch(() => {})
  }
}

/** Forgets what this device keeps of a user. */
export const forgetUser = async (userId: number): Promise<void> => {
  await caches.delete(cacheName(userId))
}
