/** The page's side of the service worker: registered once the page is idle, updated when the person says so (offline.md §2.13). */
import type { Workbox } from 'workbox-window'
import { ownPath } from '#src/lib/own-path.ts'

const CHECK_MS = 3_600_000

let workbox: Workbox | null = null
let waiting = false
/** Whether this page asked for the change, so that it may reload while somebody looks at it. */
let asked = false
const listeners = new Set<() => void>()

export const isUpdateWaiting = () => waiting
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes to the version that waits, and reloads once it is in charge. */
export function applyUpdate(): void {
  asked = true
  workbox?.messageSkipWaiting()
}

/** Looks whether the server has another version by now. */
export const checkForUpdate = (): void => void workbox?.update().catch(() => {})

/** At once where this page asked for it; where another tab did, as soon as nobody looks. */
function reloadWhenConvenient(): void {
  if (asked || document.visibilityState === 'hidden') window.location.reload()
  else document.addEventListener('visibilitychange', () => window.location.reload(), { once: true })
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  // The very first worker takes charge as well; the page that it finds is its own.
  let isControlled = navigator.serviceWorker.controller !== null
  workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', () => {
    waiting = true
    for (const listener of listeners) listener()
  })
  workbox.addEventListener('controlling', () => {
    if (isControlled) reloadWhenConvenient()
    isControlled = true
  })
  await workbox.register()
  setInterval(checkForUpdate, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForUpdate()
  })
}

/** A tap on a notification, which the worker hands to the page that is open: it goes there without a reload. */
function followTaps(go: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'OPEN' && 'path' in data)
      go(ownPath(data.path))
  })
}

/** Registers the worker. Neither its code nor the precaching may compete with the first screen, so this waits for an idle moment. */
export function registerServiceWorker(go: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  followTaps(go)
  const soon = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  soon(() => void register().catch(() => {}))
}
