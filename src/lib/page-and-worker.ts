/** The words on which the page and its service worker must agree. */

/** No answer within this time is none. */
export const ANSWER_MS = 15_000

/** Of a request: whose cache the worker may keep the answer in; empty: nobody's. */
export const USER_HEADER = 'X-Foyer-User'
/** Of a request: whoever asks holds an earlier answer, so that a copy is of no use to them however long the portal takes. */
export const HELD_HEADER = 'X-Foyer-Held'
/** Of an answer that the worker had kept: since when, as an instant. */
export const KEPT_HEADER = 'X-Cached-At'

/** The worker's caches of what can be loaded again: answers (one cache a user, whose id follows), pictures of applications. */
export const CACHES = { answers: 'api-v1', pictures: 'media-v1' } as const

/** The background sync upon which the worker sends what waits. */
export const SYNC_TAG = 'outbox'

/** To the worker: forget what is kept of `userId`. */
export const PURGE_USER = 'PURGE_USER'
/** To the page: go to `path`, which a notification leads to. */
export const OPEN = 'OPEN'

/** What every page of the portal begins with, and no captive portal's. */
export const OWN_PAGE = 'name="application-name"'
