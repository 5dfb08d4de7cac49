/** One clock for everything on screen that counts: all of it changes in the same moment. */
import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'

const STEP_MS = 10_000
/** What nobody looked at for longer than this is set anew; a younger time is not worth drawing everything twice. */
const OLD_MS = 5_000

let now = Date.now()
/** Runs while somebody looks. */
let timer: ReturnType<typeof setInterval> | undefined

const { tell, listen } = listeners(() => {
  timer = setInterval(tick, STEP_MS)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
})

function tick(): void {
  now = Date.now()
  tell()
}

/** Set while it is read for the first time, not once it is watched: everything that shows it would be drawn again at once. */
function current(): number {
  if (!timer && Date.now() - now > OLD_MS) now = Date.now()
  return now
}

/** Milliseconds since 1970, at most a quarter of a minute old. */
export const useNow = (): number => useSyncExternalStore(listen, current)
