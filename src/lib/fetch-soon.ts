/** Prefetches code once nobody has touched the screen for a while. */

/** Delay after the screen was opened and after the last input, which both have priority. */
const SOON_MS = 3_000
const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Prefetches code, so that it is there when it is needed offline, even in a browser without the worker. It waits while
 * somebody types, presses or scrolls, because a script or style that arrives then causes a noticeable delay. Returns a
 * function that cancels it.
 */
export function fetchSoon(...code: readonly (() => Promise<unknown>)[]): () => void {
  let timer = setTimeout(run, SOON_MS)
  function postpone(): void {
    clearTimeout(timer)
    timer = setTimeout(run, SOON_MS)
  }
  function stop(): void {
    clearTimeout(timer)
    for (const type of INPUT_EVENTS) removeEventListener(type, postpone, true)
  }
  function run(): void {
    stop()
    for (const each of code) each().catch(() => {}) // shown where it is opened
  }
  for (const type of INPUT_EVENTS) addEventListener(type, postpone, { capture: true, passive: true })
  return stop
}
