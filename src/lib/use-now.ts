/** One clock for everything on screen that counts: all of it changes in the same moment. */
import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000
/** What nobody looked at for longer than this is set anew; a younger time is not worth drawing everything twice. */
const OLD_MS = 5_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    timer = setInterval(tick, STEP_MS)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** Set while it is read for the first time, not once it is watched: everything that shows it would be drawn again at once. */
function current(): number {
  if (listeners.size === 0 && Date.now() - now > OLD_MS) now = Date.now()
  return now
}

/** Milliseconds since 1970, at most a quarter of a minute old. */
export const useNow = (): number => useSyncExternalStore(subscribe, current)
