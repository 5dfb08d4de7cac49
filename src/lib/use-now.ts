/** One clock for everything on screen that counts: all of it changes in the same moment. */
import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000

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
    now = Date.now()
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

/** Milliseconds since 1970, at most ten seconds old. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
