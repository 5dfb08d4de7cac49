/** Arithmetic on instants in ISO 8601 text. Pure. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Returns the instant that is so many milliseconds earlier. */
export const before = (instant: string, milliseconds: number) =>
  new Date(Date.parse(instant) - milliseconds).toISOString()

/** Returns the instant that is so many milliseconds later. */
export const after = (instant: string, milliseconds: number) => before(instant, -milliseconds)
