/**
 * The only module that calls `fetch` on the page: builds addresses and headers, and hands over the answers that the shell
 * requested before the page's code had arrived. It uses no schema, because it is part of the shell's script (src/early.ts).
 */
import { type CallDeclaration, fillPath } from '#contract/call.ts'
import { ANSWER_MS, USER_HEADER } from '#src/lib/page-and-worker.ts'

/** How long an early answer may be used: it is meant for the first screen, and would be stale later. */
const EARLY_MS = 10_000

type PathParams = Readonly<Record<string, string | number>>

/** Returns the address of a call; query values that are undefined or empty are left out. */
export function urlOf({ path }: Pick<CallDeclaration, 'path'>, params?: PathParams, query: object = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  const queryString = String(search)
  return fillPath(path, params) + (queryString && `?${queryString}`)
}

/**
 * Returns the headers of a request. `keeperId`: the user in whose cache the worker may keep the answer (offline.md §2.12);
 * null: it may not.
 */
export const headersFor = (token: string | undefined, keeperId: number | null): Record<string, string> => ({
  Accept: 'application/json',
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
  ...(keeperId === null ? {} : { [USER_HEADER]: String(keeperId) }),
})

/** `fetch` options of every request: a redirect is an error, and the browser's HTTP cache is not used. */
export const FETCH_OPTIONS = { redirect: 'error', cache: 'no-store' } as const

interface EarlyAnswer {
  readonly headers: string
  /** When the request was sent, in milliseconds since the page was opened. */
  readonly at: number
  readonly response: Promise<Response>
}

/** Answers that the shell’s script has asked for; the page’s code, another script, takes them from here. */
const shared = globalThis as { earlyAnswers?: Map<string, EarlyAnswer> }

/** Sends a request over the network; the outbox uses it too (src/offline/drain.ts). */
export function fetchFromNetwork(url: string, init: RequestInit): Promise<Response> {
  // A write may change what the early answers say.
  if (init.method && init.method !== 'GET') shared.earlyAnswers?.clear()
  return fetch(url, init)
}

/** Starts a request that the first screen will need. An answer that nobody uses does no harm. */
export function fetchEarly(url: string, headers: Readonly<Record<string, string>>): void {
  const response = fetch(url, { headers, ...FETCH_OPTIONS, signal: AbortSignal.timeout(ANSWER_MS) })
  response.catch(() => {}) // the caller of `earlyAnswer` gets the error
  shared.earlyAnswers ??= new Map()
  shared.earlyAnswers.set(url, { headers: JSON.stringify(headers), at: performance.now(), response })
}

/** Returns a recent early answer to exactly this request, if there is one. It can be taken only once, as it goes stale. */
export function earlyAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Pick<EarlyAnswer, 'at' | 'response'> | undefined {
  const early = shared.earlyAnswers?.get(url)
  shared.earlyAnswers?.delete(url)
  const isIt = early && early.headers === JSON.stringify(headers) && performance.now() - early.at < EARLY_MS
  return isIt ? early : undefined
}
