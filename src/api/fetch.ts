/**
 * The only fetch of the page: addresses, headers, and the answers that the shell asked for before the page's code was
 * there. Without a schema: the shell's script is in every page (src/early.ts).
 */
import { type CallDeclaration, fillPath } from '#contract/call.ts'
import { ANSWER_MS, USER_HEADER } from '#src/lib/page-and-worker.ts'

/** What the shell has asked for is the first screen's; later it would be old. */
const EARLY_MS = 10_000

type Filled = Readonly<Record<string, string | number>>

export function urlOf({ path }: Pick<CallDeclaration, 'path'>, params?: Filled, query: object = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  const asked = String(search)
  return fillPath(path, params) + (asked && `?${asked}`)
}

/** Of every request that somebody signed in makes for an answer. `keeperId`: whose cache the worker may keep it in (offline.md §2.12); null: in none. */
export const headersFor = (token: string | undefined, keeperId: number | null): Record<string, string> => ({
  Accept: 'application/json',
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
  ...(keeperId === null ? {} : { [USER_HEADER]: String(keeperId) }),
})

export const HOW = { redirect: 'error', cache: 'no-store' } as const

interface Early {
  readonly headers: string
  /** When it was asked for, since the page began. */
  readonly at: number
  readonly response: Promise<Response>
}

/** The shell's script and the page's code share nothing else. */
const shared = globalThis as { earlyAnswers?: Map<string, Early> }

/** The network itself, also for what the outbox sends (src/offline/drain.ts). */
export function overTheLine(url: string, init: RequestInit): Promise<Response> {
  // What is about to change is not as it was asked for.
  if (init.method && init.method !== 'GET') shared.earlyAnswers?.clear()
  return fetch(url, init)
}

/** Asks for what the first screen will ask for. Whoever does not come for it has lost nothing. */
export function askEarly(url: string, headers: Readonly<Record<string, string>>): void {
  const response = fetch(url, { headers, ...HOW, signal: AbortSignal.timeout(ANSWER_MS) })
  response.catch(() => {}) // said to who takes it
  shared.earlyAnswers ??= new Map()
  shared.earlyAnswers.set(url, { headers: JSON.stringify(headers), at: performance.now(), response })
}

/** What the shell has asked for in just these words, once: it is of that moment. */
export function earlyAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Pick<Early, 'at' | 'response'> | undefined {
  const early = shared.earlyAnswers?.get(url)
  shared.earlyAnswers?.delete(url)
  const isIt = early && early.headers === JSON.stringify(headers) && performance.now() - early.at < EARLY_MS
  return isIt ? early : undefined
}
