/** Marks requests by their signal, to tell the portal's answers from the service worker's copies (sw/cached-gets.ts). */

const held = new WeakSet<AbortSignal>()

/** Marks the request with this signal as one whose sender already holds an earlier answer. */
export const noteHeld = (signal: AbortSignal) => held.add(signal)
/** Whether the sender of the request already holds an earlier answer. */
export const isHeld = (signal: AbortSignal) => held.has(signal)

const copies = new WeakSet<AbortSignal>()

/** Marks the request with this signal as answered with a copy. */
export const noteCopy = (signal: AbortSignal) => copies.add(signal)
/** Whether the request was answered with a copy. */
export const isCopy = (signal: AbortSignal) => copies.has(signal)
/** Whether the request was answered with a copy; also removes the mark. */
export const takeCopy = (signal: AbortSignal) => copies.delete(signal)
