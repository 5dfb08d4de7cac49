/** Spans of time, in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** A day without a clock change. */
export const DAY_MS = 24 * HOUR_MS
