/** The timers of the live socket: silence, a hidden window, retries. It does not touch the socket itself. */

/** Returns the numbers of spec §7. The minimum delay is random per page, so that a restarted server is not overrun. */
export const reconnectOptions = (random: number) => ({
  connectionTimeout: 4_000,
  minReconnectionDelay: 1_000 + random * 1_000,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 1.3,
  minUptime: 5_000,
  // A message that could not be sent is dropped: it may be outdated once the socket is open.
  maxEnqueuedMessages: 0,
})

/** The server sends something at least every 30 s, so a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000
const POLL_MS = 5_000
const HIDDEN_MS = 300_000
/** First delay before another ticket is requested after a refused one; it grows like the reconnection delay (spec §7). */
const FIRST_RETRY_MS = 1_000

/** Longest wait for the full list on an open socket before the board is polled instead. */
export const FIRST_FRAME_MS = 5_000

interface SilenceWatch {
  /** A message arrived or the socket opened: restarts the wait. */
  restart(): void
  /** Checks at once. */
  check(): void
  /** Stops the watch: the socket is closed. */
  end(): void
}

/**
 * Calls `onSilent` once nothing has arrived for `SILENCE_MS`. It polls the clock, because a timeout stops while the device
 * sleeps and would still wait for its remaining time afterwards.
 */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let timer: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  function end(): void {
    clearInterval(timer)
    timer = undefined
  }
  function check(): void {
    if (timer === undefined || Math.abs(Date.now() - heardAt) < SILENCE_MS) return
    end()
    onSilent()
  }
  return {
    restart() {
      end()
      heardAt = Date.now()
      timer = setInterval(check, POLL_MS)
    },
    check,
    end,
  }
}

/** Calls `onSeen` whenever the window is visible, `onLeft` after it was hidden for five minutes. Returns how to stop. */
export function watchWindow({ onSeen, onLeft }: { onSeen: () => void; onLeft: () => void }): () => void {
  let hidden: ReturnType<typeof setTimeout> | undefined
  const onVisibilityChange = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') onSeen()
    else hidden = setTimeout(onLeft, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  // The window may be hidden from the start.
  onVisibilityChange()
  return () => {
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

interface Backoff {
  /** Returns the next delay in milliseconds: longer each time, up to the spec's maximum. */
  next(): number
  reset(): void
}

/** Returns growing delays between attempts; a success resets them. */
export function newBackoff(): Backoff {
  const { reconnectionDelayGrowFactor, maxReconnectionDelay } = reconnectOptions(0)
  let wait = FIRST_RETRY_MS
  return {
    next() {
      const now = wait
      wait = Math.min(now * reconnectionDelayGrowFactor, maxReconnectionDelay)
      return now
    },
    reset() {
      wait = FIRST_RETRY_MS
    },
  }
}
