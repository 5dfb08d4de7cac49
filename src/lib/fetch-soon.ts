/** The screen itself comes first, and whoever is in the middle of something. */
const SOON_MS = 3_000
const DOING = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Fetches code that is not wanted yet: what is opened without a line must have come before, also where no worker keeps it.
 * Not while somebody types, presses or scrolls, as a script and a style that come then are felt. Answers how to give it up.
 */
export function fetchSoon(...code: readonly (() => Promise<unknown>)[]): () => void {
  let timer = setTimeout(run, SOON_MS)
  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(run, SOON_MS)
  }
  function stop(): void {
    clearTimeout(timer)
    for (const type of DOING) removeEventListener(type, later, true)
  }
  function run(): void {
    stop()
    for (const each of code) each().catch(() => {}) // said where it is opened
  }
  for (const type of DOING) addEventListener(type, later, { capture: true, passive: true })
  return stop
}
