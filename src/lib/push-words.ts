/** On what else page and worker must agree, of push subscriptions. */

/** A cache that is there where the worker could not tell the server of a changed push subscription. */
export const UNTOLD = 'push-untold'
/** To the worker: there is a line, on which it can be told. */
export const TELL_PUSH = 'TELL_PUSH'
