/**
 * How long React renders before it yields to the browser. Its default of 5 ms suits a screen in use, and a first visit,
 * which waits for the network anyway. At a launch from the worker's cache there is nothing to press yet, and on a phone a
 * tenth of the launch was spent between the slices.
 */
import { unstable_forceFrameRate as forceFrameRate } from 'scheduler'

/** Frames per second: slices of 40 ms, below what browsers count as a long task (50 ms). */
const LAUNCH_RATE = 25
const USUAL = 0

/** Renders in long slices until the promise is fulfilled or rejected. */
export function renderInLongSlices(until: Promise<unknown>): void {
  const usual = () => forceFrameRate(USUAL)
  forceFrameRate(LAUNCH_RATE)
  until.then(usual, usual)
}
