/** Answers that were none of the portal's: copies that the service worker keeps for a line that fails (sw/cached-gets.ts). */

const held = new WeakSet<AbortSignal>()

/** Whoever asks with this signal holds an earlier answer. */
export const noteHeld = (signal: AbortSignal) => held.add(signal)
export const isHeld = (signal: AbortSignal) => held.has(signal)

const copies = new WeakSet<AbortSignal>()

/** What was asked with this signal was answered with a copy. */
export const noteCopy = (signal: AbortSignal) => copies.add(signal)
export const isCopy = (signal: AbortSignal) => copies.has(signal)
/** The same, of what was asked since this was last called. */
export const takeCopy = (signal: AbortSignal) => copies.delete(signal)
