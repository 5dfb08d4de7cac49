/** Instants that are so long before or after another. Pure. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export const before = (instant: string, milliseconds: number) =>
  new Date(Date.parse(instant) - milliseconds).toISOString()

export const after = (instant: string, milliseconds: number) => before(instant, -milliseconds)
