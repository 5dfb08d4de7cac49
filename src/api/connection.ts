/** Whether the portal is reachable, judged by its answers and not by the browser's network state (offline.md §2.10). */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'
import { noteContact } from './last-contact.ts'

export interface Connection {
  readonly online: boolean
  /** The instant at which the connection was lost; null while online. */
  readonly since: string | null
}

/** Delay of the first try after a loss: short, as perhaps only one call failed, and forms wait for the connection. */
export const FIRST_RETRY_MS = 1_000
/** Longest delay between two tries. */
export const MAX_RETRY_MS = 15_000
/** A connection that is lost again within this time is unstable: the delay between tries is not reset. */
export const STEADY_MS = 60_000

const ONLINE: Connection = { online: true, since: null }

/** The instant of the loss survives a reload, so that “since” does not start again with it. */
const SINCE = 'portal.offline-since'

function offline(): Connection {
  const since = attempt(() => sessionStorage.getItem(SINCE)) ?? new Date().toISOString()
  attempt(() => sessionStorage.setItem(SINCE, since))
  return { online: false, since }
}

let current: Connection = navigator.onLine ? ONLINE : offline()
const { notify, listen } = listeners()

export const connection = () => current
/** Subscribes to losses and returns of the connection; returns a function that unsubscribes. */
export const onConnection = listen
export const useConnection = (): Connection => useSyncExternalStore(onConnection, connection)

/** Whether nothing at all gets through, rather than one call only: the browser says so, or a probe failed. */
let isGone = !navigator.onLine
let wasGone = false

export const noteGone = (): void => {
  isGone = true
}

/** After a return of the connection: whether it had really been gone. If not, perhaps only one call had failed. */
export const wasOffline = () => wasGone

let refetchedAt = Number.NEGATIVE_INFINITY
let refetchDelay = 0
let refetchTimer: ReturnType<typeof setTimeout> | undefined

function refetch(): void {
  const now = performance.now()
  refetchDelay = wasGone || now - refetchedAt > STEADY_MS ? FIRST_RETRY_MS : Math.min(2 * refetchDelay, MAX_RETRY_MS)
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

/** Reports that the portal has answered. */
export function reportReachable(): void {
  attempt(() => sessionStorage.removeItem(SINCE))
  noteContact()
  wasGone = isGone
  isGone = false
  change(ONLINE)
}

/** Reports that no answer came. */
export const reportUnreachable = (): void => change(offline())
