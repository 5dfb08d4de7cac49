/** A single clock, the server's, for all relative times on screen, so that they all change at the same moment. */
import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'
import { onServerClockChange, serverNow } from './server-clock.ts'

const STEP_MS = 10_000
/** A time without watchers is renewed once it is older than this; a younger one is not worth rendering everything twice. */
const OLD_MS = 5_000

let now = serverNow()
/** Runs while a component uses the clock. */
let timer: ReturnType<typeof setInterval> | undefined

const { notify, listen } = listeners(() => {
  timer = setInterval(tick, STEP_MS)
  document.addEventListener('visibilitychange', tick)
  const stop = onServerClockChange(tick)
  return () => {
    stop()
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
})

function tick(): void {
  now = serverNow()
  notify()
}

/** Returns the time. Without watchers a read renews it: renewing it on subscription would render every component twice. */
function current(): number {
  if (!timer && Math.abs(serverNow() - now) > OLD_MS) now = serverNow()
  return now
}

/** Returns milliseconds since 1970, at most a quarter of a minute old. */
export const useNow = (): number => useSyncExternalStore(listen, current)

/** Returns a value derived from the clock; renders again only when that value changes. */
export const useReadOfNow = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(listen, () => read(current()))
