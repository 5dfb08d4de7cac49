/** What the live socket waits for: a word, a window that is looked at, another try. It knows no socket. */

/** Spec §7; the least delay differs from page to page, so that a restarted server is not stormed. */
export const reconnectOptions = (random: number) => ({
  connectionTimeout: 4_000,
  minReconnectionDelay: 1_000 + random * 1_000,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 1.3,
  minUptime: 5_000,
  // What was to be sent long ago is not to be sent now.
  maxEnqueuedMessages: 0,
})

/** The server repeats itself every 30 s: a line that is silent for longer is dead. */
const SILENCE_MS = 45_000
const LOOK_MS = 5_000
const HIDDEN_MS = 300_000
/** Before another ticket is asked for, where the last one was refused: longer each time, as before any dial (spec §7). */
const AGAIN_MS = 1_000

interface SilenceWatch {
  /** There was a word, or the line is open: the wait begins anew. */
  heard(): void
  /** Looks at once. */
  look(): void
  /** There is no line to wait at. */
  end(): void
}

/**
 * Calls `onSilent` once nothing was heard for so long since the last word. It looks at the clock now and then: a timer
 * sleeps with the device, and would begin what is left of its time as the device wakes.
 */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let timer: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  function end(): void {
    clearInterval(timer)
    timer = undefined
  }
  function look(): void {
    if (timer === undefined || Math.abs(Date.now() - heardAt) < SILENCE_MS) return
    end()
    onSilent()
  }
  return {
    heard() {
      end()
      heardAt = Date.now()
      timer = setInterval(look, LOOK_MS)
    },
    look,
    end,
  }
}

/** Calls `onSeen` whenever somebody looks at the window, `onLeft` once nobody has for five minutes. Answers how to stop. */
export function watchWindow({ onSeen, onLeft }: { onSeen: () => void; onLeft: () => void }): () => void {
  let hidden: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') onSeen()
    else hidden = setTimeout(onLeft, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', look)
  // Nobody may be looking from the first.
  look()
  return () => {
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', look)
  }
}

interface GrowingWaits {
  /** In milliseconds: each is longer than the one before. */
  next(): number
  succeeded(): void
}

/** Waits between tries, until these succeed. */
export function growingWaits(): GrowingWaits {
  const { reconnectionDelayGrowFactor, maxReconnectionDelay } = reconnectOptions(0)
  let wait = AGAIN_MS
  return {
    next() {
      const now = wait
      wait = Math.min(now * reconnectionDelayGrowFactor, maxReconnectionDelay)
      return now
    },
    succeeded() {
      wait = AGAIN_MS
    },
  }
}
