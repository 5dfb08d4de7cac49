/** Constants about push subscriptions on which the page and its worker must agree. */

/** Cache that exists while the worker has a changed push subscription that it could not send to the server. */
export const UNREPORTED_CACHE = 'push-untold'
/** Message to the worker: the portal is reachable, so the changed subscription can be sent. */
export const TELL_PUSH = 'TELL_PUSH'
