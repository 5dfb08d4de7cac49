/** The page's side of the service worker: registered once the page is idle, updated when the person says so. */
import { Workbox } from 'workbox-window'

const CHECK_MS = 3_600_000

let workbox: Workbox | null = null
let waiting = false
const listeners = new Set<() => void>()

export const isUpdateWaiting = () => waiting
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes to the version that waits, and reloads once it is in charge. */
export function applyUpdate(): void {
  workbox?.addEventListener('controlling', () => window.location.reload())
  workbox?.messageSkipWaiting()
}

/** Registers the worker. Precaching must not compete with the first screen, so this waits for an idle moment. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const register = async () => {
    workbox = new Workbox('/sw.js')
    workbox.addEventListener('waiting', () => {
      waiting = true
      for (const listener of listeners) listener()
    })
    await workbox.register().catch(() => {})
    const check = () => void workbox?.update().catch(() => {})
    setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') check()
    })
  }
  const soon = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  soon(() => void register())
}
