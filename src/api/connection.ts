/** Whether the portal answers: judged by its answers, not by what the browser believes of the network (offline.md §2.10). */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export interface Connection {
  readonly online: boolean
  /** When the line was lost, as an instant; null while it is there. */
  readonly since: string | null
}

const SINCE = 'portal.offline-since'
const PROBE_MS = 15_000

const ONLINE: Connection = { online: true, since: null }

/** Survives a reload, so that “since” does not begin anew with it. */
const remembered = () => sessionStorage.getItem(SINCE)

function offline(): Connection {
  const since = remembered() ?? new Date().toISOString()
  sessionStorage.setItem(SINCE, since)
  return { online: false, since }
}

let current: Connection = navigator.onLine ? ONLINE : offline()
const listeners = new Set<() => void>()

function change(next: Connection): void {
  if (next.online === current.online) return
  current = next
  onlineManager.setOnline(next.online)
  for (const listener of listeners) listener()
}

/** An answer of the portal came. */
export function reportReachable(): void {
  sessionStorage.removeItem(SINCE)
  change(ONLINE)
}

/** No answer came. */
export const reportUnreachable = (): void => change(offline())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const connection = () => current
export const useConnection = (): Connection => useSyncExternalStore(subscribe, connection)

/** While the line is down `probe` asks for a sign of life, at once when the browser says that there is a network. */
export function watchConnection(probe: () => Promise<unknown>): void {
  onlineManager.setEventListener(() => undefined) // ours alone decides
  onlineManager.setOnline(current.online)
  const ask = () => {
    if (!current.online && navigator.onLine) probe().catch(() => {})
  }
  window.addEventListener('online', ask)
  window.addEventListener('offline', reportUnreachable)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask()
  })
  setInterval(ask, PROBE_MS)
  ask()
}
