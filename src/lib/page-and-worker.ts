/** Constants on which the page and its service worker must agree. */

/** Time-out of a request, in milliseconds. */
export const ANSWER_MS = 15_000

/** Request header: the user in whose cache the worker may keep the answer; empty: in nobody's. */
export const USER_HEADER = 'X-Foyer-User'
/** Request header: the page holds an earlier answer already, so a cached copy is of no use, however slow the portal is. */
export const HELD_HEADER = 'X-Foyer-Held'
/** Response header of a cached copy: the instant at which the worker stored it. */
export const KEPT_HEADER = 'X-Cached-At'

/** The worker's caches of data that can be loaded again: answers (one cache per user; the id follows) and app pictures. */
export const CACHES = { answers: 'api-v1', pictures: 'media-v1' } as const

/** Tag of the background sync on which the worker sends the outbox. */
export const SYNC_TAG = 'outbox'

/** Message to the worker: delete the cached answers of `userId`. */
export const PURGE_USER = 'PURGE_USER'
/** Message to the page: navigate to `path`, the target of a notification. */
export const OPEN = 'OPEN'

/** Text near the start of every page of the portal, and of no captive portal's. */
export const OWN_PAGE = 'name="application-name"'
