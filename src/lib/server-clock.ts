/** What time the server has, for screens whose own clock nobody sets (offline.md §2.15). */

/** What an answer cannot tell apart: `Date` counts whole seconds, and was written somewhere on its way. */
const SLACK_MS = 2_000
/** What took longer says too little. */
const PATIENCE_MS = 10_000

/** How far the server's clock is ahead of this device's. */
let ahead = 0

/** `date`: the header of an answer straight from the server; `askedAt`: when it was asked for, by this device's clock. */
export function hearServerTime(date: string | null, askedAt: number): void {
  const said = Date.parse(date ?? '')
  const took = Date.now() - askedAt
  if (Number.isNaN(said) || took < 0 || took > PATIENCE_MS) return
  const difference = said - (askedAt + took / 2)
  ahead = Math.abs(difference) > took / 2 + SLACK_MS ? difference : 0
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() + ahead
