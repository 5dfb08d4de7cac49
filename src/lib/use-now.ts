/** One clock for everything on screen that counts, the server's: all of it changes in the same moment. */
import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'
import { listenServerClock, serverNow } from './server-clock.ts'

const STEP_MS = 10_000
/** What nobody looked at for longer than this is set anew; a younger time is not worth drawing everything twice. */
const OLD_MS = 5_000

let now = serverNow()
/** Runs while somebody looks. */
let timer: ReturnType<typeof setInterval> | undefined

const { tell, listen } = listeners(() => {
  timer = setInterval(tick, STEP_MS)
  document.addEventListener('visibilitychange', tick)
  const stop = listenServerClock(tick)
  return () => {
    stop()
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
})

function tick(): void {
  now = serverNow()
  tell()
}

/** While nobody watches, who reads it sets it: set once they watch, all that show it would be drawn twice. */
function current(): number {
  if (!timer && Math.abs(serverNow() - now) > OLD_MS) now = serverNow()
  return now
}

/** Milliseconds since 1970, at most a quarter of a minute old. */
export const useNow = (): number => useSyncExternalStore(listen, current)

/** What is read off the clock: drawn anew only where that is another value. */
export const useReadOfNow = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(listen, () => read(current()))
