/** The screen itself comes first. */
const SOON_MS = 3_000

/**
 * Fetches code that is not wanted yet: what is opened without a line must have come before, also where no worker keeps it.
 * Answers how to give it up.
 */
export function fetchSoon(...code: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    for (const each of code) each().catch(() => {}) // said where it is opened
  }, SOON_MS)
  return () => clearTimeout(timer)
}
