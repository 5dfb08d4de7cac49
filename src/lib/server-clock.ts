/** What time the server has: a device's own clock may be wrong by hours, and a wall's nobody sets (offline.md §2.15). */
import { attempt } from './attempt.ts'
import { listeners } from './listeners.ts'

/** What an answer cannot tell apart: `Date` counts whole seconds, and was written somewhere on its way. */
const SLACK_MS = 2_000
/** What took longer says too little. */
const PATIENCE_MS = 10_000

const AHEAD = 'portal.clock-ahead'
/** How far the server's clock is ahead of this device's; a page that begins without a line goes by what an earlier one found. */
let ahead = Math.round(Number(attempt(() => localStorage.getItem(AHEAD)))) || 0
/** As it was said last: a clock that drifts is far off in the end, however little at a time. */
let told = ahead
const { tell, listen } = listeners()
/** Hears when the two clocks are found to be otherwise apart. */
export const listenServerClock = listen

/**
 * `date`: the header of an answer straight from the server; `askedAt`: when it was asked for, by this device's clock, and
 * `took`: how long it then was on its way, in milliseconds.
 */
export function hearServerTime(date: string | null, askedAt: number, took = Date.now() - askedAt): void {
  const said = Date.parse(date ?? '')
  if (Number.isNaN(said) || took < 0 || took > PATIENCE_MS) return
  const difference = Math.round(said - (askedAt + took / 2))
  ahead = Math.abs(difference) > took / 2 + SLACK_MS ? difference : 0
  if (Math.abs(ahead - told) <= SLACK_MS) return
  told = ahead
  attempt(() => (ahead === 0 ? localStorage.removeItem(AHEAD) : localStorage.setItem(AHEAD, String(ahead))))
  tell()
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() + ahead

/** An instant of this device's clock, as the server's had it. */
export const byServerClock = (instant: string): string =>
  ahead === 0 ? instant : new Date(Date.parse(instant) + ahead).toISOString()
