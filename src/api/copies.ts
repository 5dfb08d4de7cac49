/** Answers that were none of the portal's: copies that the service worker keeps for a line that fails (sw/cached-gets.ts). */

const copies = new WeakSet<AbortSignal>()

/** What was asked with this signal was answered with a copy. */
export const noteCopy = (signal: AbortSignal) => copies.add(signal)
export const isCopy = (signal: AbortSignal) => copies.has(signal)
