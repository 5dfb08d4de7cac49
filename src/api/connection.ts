/** Whether the portal is reachable, judged by its answers and not by the browser's network state (offline.md §2.10). */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'

export interface Connection {
  readonly online: boolean
  /** The instant at which the connection was lost; null while online. */
  readonly since: string | null
}

const SINCE = 'portal.offline-since'
const LAST_CONTACT = 'portal.last-contact'
/** Delay of the first probe after a loss: short, as perhaps only one call failed, and forms wait for the connection. */
const FIRST_PROBE_MS = 1_000
/** Longest delay between two probes. */
const MAX_PROBE_MS = 15_000
/** A connection that is lost again within this time is unstable: the delay between probes is not reset. */
const STEADY_MS = 60_000
/** Precision of the stored last contact; storing it with every answer would be too many writes. */
const CONTACT_STEP_MS = 60_000

const ONLINE: Connection = { online: true, since: null }

/** Returns the stored instant of the loss, which survives a reload, so that “since” does not start again with it. */
const storedSince = () => attempt(() => sessionStorage.getItem(SINCE))

function offline(): Connection {
  const since = storedSince() ?? new Date().toISOString()
  attempt(() => sessionStorage.setItem(SINCE, since))
  return { online: false, since }
}

let current: Connection = navigator.onLine ? ONLINE : offline()
const { notify, listen } = listeners()

/** Whether nothing at all gets through, rather than one call only: the browser says so, or a probe failed. */
let isGone = !navigator.onLine
let wasGone = false
const noteGone = () => {
  isGone = true
}

let refetchedAt = Number.NEGATIVE_INFINITY
let refetchDelay = 0
let refetchTimer: ReturnType<typeof setTimeout> | undefined

function refetch(): void {
  const now = performance.now()
  refetchDelay = wasGone || now - refetchedAt > STEADY_MS ? FIRST_PROBE_MS : Math.min(2 * refetchDelay, MAX_PROBE_MS)
  refetchedAt = now
  onlineManager.setOnline(true)
}

/**
 * Refetches the data on screen once the connection is back (query-client.ts). If only one call keeps failing, each refetch
 * loses the connection again and any other answer restores it, so such refetches are spaced further and further apart.
 */
function scheduleRefetch(): void {
  const wait = wasGone ? 0 : refetchedAt + refetchDelay - performance.now()
  if (wait > 0) refetchTimer = setTimeout(refetch, wait)
  else refetch()
}

function change(next: Connection): void {
  if (next.online === current.online) return
  current = next
  clearTimeout(refetchTimer)
  if (next.online) scheduleRefetch()
  else onlineManager.setOnline(false)
  notify()
}

/** After a reconnection: whether the connection had really been gone. If not, perhaps only one call had failed. */
export const wasOffline = () => wasGone

let contact = 0
/** Whether the portal has answered since this page was opened. */
export const hasAnswered = () => contact > 0

function rememberContact(): void {
  const now = Date.now()
  if (Math.abs(now - contact) < CONTACT_STEP_MS) return
  contact = now
  attempt(() => localStorage.setItem(LAST_CONTACT, String(now)))
}

/**
 * Returns for how long the portal has not answered this device, in milliseconds; 0 if it never has, or if storage is
 * forbidden, because then the device keeps nothing that could grow old.
 */
export function msSinceLastContact(): number {
  const last = Number(attempt(() => localStorage.getItem(LAST_CONTACT)))
  return last > 0 ? Math.max(0, Date.now() - last) : 0
}

/** Reports that the portal has answered. */
export function reportReachable(): void {
  attempt(() => sessionStorage.removeItem(SINCE))
  rememberContact()
  wasGone = isGone
  isGone = false
  change(ONLINE)
}

/** Reports that no answer came. */
export const reportUnreachable = (): void => change(offline())

/** Subscribes to losses and returns of the connection; returns a function that unsubscribes. */
export const onConnection = listen

export const connection = () => current
export const useConnection = (): Connection => useSyncExternalStore(onConnection, connection)

let probeNow = () => {}
/** Probes at once whether a lost connection is back. */
export const probeIfOffline = (): void => probeNow()

let probeLate = () => {}
/** Probes the connection when an answer is late; the result of the probe is reported like that of any other call. */
export const probeConnection = (): void => probeLate()

/** Calls `run` repeatedly while offline, with exponential backoff and jitter, so that not all clients probe at once. */
function repeatWhileOffline(run: () => void): void {
  let wait = FIRST_PROBE_MS
  let backAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer = setTimeout(
      () => {
        wait = Math.min(2 * wait, MAX_PROBE_MS)
        later()
        run()
      },
      wait * (1 - Math.random() / 4),
    )
  }
  onConnection(() => {
    clearTimeout(timer)
    if (current.online) {
      backAt = Date.now()
      return
    }
    if (Date.now() - backAt > STEADY_MS) wait = FIRST_PROBE_MS
    later()
  })
  if (!current.online) later()
}

/**
 * Starts to watch the connection: while offline, calls `probe` with backoff, whatever the browser's network state is, and
 * at once when that state changes or the page becomes visible.
 */
export function watchConnection(probe: () => Promise<unknown>): void {
  onlineManager.setEventListener(() => undefined) // this module alone decides
  onlineManager.setOnline(current.online)
  const startProbe = () => probe().catch(noteGone)
  // Starts another probe even if one is pending: a probe that hangs does not notice that the connection is back.
  probeNow = () => {
    if (!current.online) void startProbe()
  }
  let isProbingLate = false
  probeLate = () => {
    if (isProbingLate) return
    isProbingLate = true
    void startProbe().finally(() => {
      isProbingLate = false
    })
  }
  window.addEventListener('online', () => probeNow())
  window.addEventListener('offline', () => {
    noteGone()
    reportUnreachable()
    // The browser may mean another network than the one that leads to the portal.
    probeNow()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') probeNow()
  })
  repeatWhileOffline(() => probeNow())
  probeNow()
}
