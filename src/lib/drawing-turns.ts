/**
 * How long React draws before it lets anything else have its turn. Its own 5 ms are for screens that somebody uses, and for
 * a first visit, which waits for the line anyhow; at a launch from what the worker keeps there is nothing to press yet, and
 * on a phone a tenth of it was spent between the turns.
 */
import { unstable_forceFrameRate as forceFrameRate } from 'scheduler'

/** 40 ms a turn: below what browsers count as blocking (50 ms). */
const LAUNCH_RATE = 25
const USUAL = 0

/** Until the promise settles, however it does. */
export function drawInLongTurns(until: Promise<unknown>): void {
  const usual = () => forceFrameRate(USUAL)
  forceFrameRate(LAUNCH_RATE)
  until.then(usual, usual)
}
