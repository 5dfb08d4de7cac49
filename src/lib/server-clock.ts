/** The server's time: a device's clock may be wrong by hours, and nobody sets that of a wall (offline.md §2.15). */
import { attempt } from './attempt.ts'
import { listeners } from './listeners.ts'

/** Differences below this are ignored: `Date` has whole seconds, and is set at an unknown moment of the exchange. */
const SLACK_MS = 2_000
/** An answer that took longer is too imprecise to be used. */
const MAX_ROUND_TRIP_MS = 10_000

const AHEAD_KEY = 'portal.clock-ahead'
/** How far the server's clock is ahead of this device's, in milliseconds; stored for a page that starts offline. */
let ahead = Math.round(Number(attempt(() => localStorage.getItem(AHEAD_KEY)))) || 0
/** The value that listeners were last told. Compared with it, a slow drift adds up until it is worth telling. */
let announced = ahead
const { notify, listen } = listeners()
/** Subscribes to changes of the difference between the two clocks. */
export const onServerClockChange = listen

/**
 * Updates the difference from an answer that came straight from the server. `date`: its `Date` header; `askedAt`: when the
 * request was sent, by this device's clock; `took`: the time until the answer, in milliseconds.
 */
export function updateServerClock(date: string | null, askedAt: number, took = Date.now() - askedAt): void {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime) || took < 0 || took > MAX_ROUND_TRIP_MS) return
  const difference = Math.round(serverTime - (askedAt + took / 2))
  ahead = Math.abs(difference) > took / 2 + SLACK_MS ? difference : 0
  if (Math.abs(ahead - announced) <= SLACK_MS) return
  announced = ahead
  attempt(() => (ahead === 0 ? localStorage.removeItem(AHEAD_KEY) : localStorage.setItem(AHEAD_KEY, String(ahead))))
  notify()
}

/** Returns milliseconds since 1970 by the server's clock; by the device's if that of the server is unknown. */
export const serverNow = (): number => Date.now() + ahead

/** Converts an instant of this device's clock to the server's. */
export const byServerClock = (instant: string): string =>
  ahead === 0 ? instant : new Date(Date.parse(instant) + ahead).toISOString()
