/** Probes the portal while the connection is lost, whatever the browser's network state is (offline.md §2.10). */
import { onlineManager } from '@tanstack/react-query'
import {
  connection,
  FIRST_RETRY_MS,
  MAX_RETRY_MS,
  noteGone,
  onConnection,
  reportUnreachable,
  STEADY_MS,
} from './connection.ts'

/** Sends the probe, whose result is reported like that of any other call. */
let send = (): Promise<unknown> => Promise.resolve()
const probe = () => send().catch(noteGone)

/**
 * Probes at once whether a lost connection is back, even if a probe is pending: one that hangs does not notice that the
 * connection is back.
 */
export function probeIfOffline(): void {
  if (!connection().online) void probe()
}

let isProbing = false
/** Probes the connection when an answer is late. */
export function probeConnection(): void {
  if (isProbing) return
  isProbing = true
  void probe().finally(() => {
    isProbing = false
  })
}

/** Probes again and again while offline, with exponential backoff and jitter, so that not all clients probe at once. */
function probeWhileOffline(): void {
  let wait = FIRST_RETRY_MS
  let backAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer = setTimeout(
      () => {
        wait = Math.min(2 * wait, MAX_RETRY_MS)
        later()
        probeIfOffline()
      },
      wait * (1 - Math.random() / 4),
    )
  }
  onConnection(() => {
    clearTimeout(timer)
    if (connection().online) {
      backAt = Date.now()
      return
    }
    if (Date.now() - backAt > STEADY_MS) wait = FIRST_RETRY_MS
    later()
  })
  if (!connection().online) later()
}

/**
 * Starts to watch the connection: while offline, calls `sendProbe` with backoff, and at once when the browser's network
 * state changes or the page becomes visible.
 */
export function watchConnection(sendProbe: () => Promise<unknown>): void {
  send = sendProbe
  onlineManager.setEventListener(() => undefined) // connection.ts alone decides
  onlineManager.setOnline(connection().online)
  window.addEventListener('online', probeIfOffline)
  window.addEventListener('offline', () => {
    noteGone()
    reportUnreachable()
    // The browser may mean another network than the one that leads to the portal.
    probeIfOffline()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') probeIfOffline()
  })
  probeWhileOffline()
  probeIfOffline()
}
