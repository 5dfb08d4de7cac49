/** The page's side of the service worker: registered once the page is idle, updated when the person says so (offline.md §2.13). */
import type { Workbox } from 'workbox-window'
import { ownPath } from '#src/lib/own-path.ts'
import { wouldLoseText } from '#src/lib/unsaved.ts'

const CHECK_MS = 3_600_000
/** A browser lets the old worker finish what it is at: minutes, where a line hangs. Nobody waits that long for a button. */
const CHANGE_MS = 10_000

let workbox: Workbox | null = null
let waiting = false
/** Whether this page asked for the change, so that it may reload while somebody looks at it. */
let asked = false
/** Whether another version is in charge than the one that this page is of. */
let isOutdated = false
const listeners = new Set<() => void>()

export const isUpdateWaiting = () => waiting
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes to the version that waits, and reloads once it is in charge; at once where another tab has put it in charge. */
export async function applyUpdate(): Promise<void> {
  asked = true
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting) {
    workbox?.messageSkipWaiting()
    setTimeout(() => asked && reloadWhenConvenient(), CHANGE_MS)
  } else if (isOutdated) reloadWhenConvenient()
  else asked = false
}

/** Looks whether the server has another version by now. */
export const checkForUpdate = (): void => void workbox?.update().catch(() => {})

/** At once where this page asked for it; where another tab did, as soon as nobody looks and nothing written is lost. */
function reloadWhenConvenient(): void {
  const isUnseen = document.visibilityState === 'hidden'
  if (!asked && (!isUnseen || wouldLoseText())) return
  // Once: the person may be asked whether to leave, and stay.
  asked = false
  window.location.reload()
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
    isOutdated = isControlled
    isControlled = true
    if (isOutdated) reloadWhenConvenient()
  })
  await workbox.register()
  setInterval(checkForUpdate, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForUpdate()
    else if (isOutdated) reloadWhenConvenient()
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
