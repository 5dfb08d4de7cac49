/** Which addresses the worker may answer for; everything else goes to the network untouched (offline.md §2.12). */
import { patternOf } from '#contract/call.ts'
import { CACHES, USER_HEADER } from '#src/lib/page-and-worker.ts'

/** Returns a test for whether a path is one of the calls at these declared paths (`:id` stands for one segment). */
export function allowList(paths: readonly string[]): (pathname: string) => boolean {
  const patterns = paths.map(patternOf)
  return (pathname) => patterns.some((pattern) => pattern.test(pathname))
}

export const cacheNameOf = (userId: string | number) => `${CACHES.answers}-${userId}`

/** Returns the user's id from the header, or null: no other text may become part of a cache's name. */
export const userOf = (headers: Headers): string | null =>
  /^[1-9]\d{0,14}$/.exec(headers.get(USER_HEADER) ?? '')?.[0] ?? null
