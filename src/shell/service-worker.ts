/** The page's side of the service worker: registered once the page is idle, updated when the person says so (offline.md §2.13). */
import type { Workbox } from 'workbox-window'
import { isKnownRoute } from '#contract/screens.ts'
import { connection, onConnection } from '#src/api/connection.ts'
import { overTheLine } from '#src/api/fetch.ts'
import { listeners } from '#src/lib/listeners.ts'
import { ownPath } from '#src/lib/own-path.ts'
import { OPEN } from '#src/lib/page-and-worker.ts'
import { HOUR_MS } from '#src/lib/spans.ts'
import { wouldLoseText } from '#src/lib/unsaved.ts'

const CHECK_MS = HOUR_MS
/** How soon a check is made again that failed: a release restarts the server in the middle of it. Doubled each time. */
const AGAIN_MS = 5_000
/** How often a browser is reminded of the version that is to take charge. */
const NUDGE_MS = 500
/** A browser lets the old worker finish what it is at: minutes, where a line hangs. Nobody waits that long for a button. */
const CHANGE_MS = 10_000

let workbox: Workbox | null = null
let registration: ServiceWorkerRegistration | null = null
/** How many versions were announced; the last of them waits. */
let announced = 0
/** Whether this page asked for the change, so that it may reload while somebody looks at it. */
let asked = false
/** Whether another version is in charge than the one that this page is of. */
let isOutdated = false
const { tell, listen } = listeners()

export const updatesAnnounced = () => announced
export const isUpdateWaiting = () => announced > 0
/** Whether this page changes to the version that waits. */
export const isChanging = () => asked
export const onUpdate = listen

/**
 * Chromium stops the old worker as soon as it has nothing to do. Where a request starts it again in that very moment, the
 * new one is forgotten, for minutes where requests go on, and even a reload is answered by the old one. It looks again
 * whenever a page or a worker is opened within the scope; what this one does is nothing.
 */
function nudge(): void {
  const opened = new Worker('/nudge.js')
  opened.addEventListener('error', (event) => event.preventDefault())
  setTimeout(() => opened.terminate(), 2 * NUDGE_MS)
}

/** Changes to the version that waits, and reloads once it is in charge; at once where none waits. */
export function applyUpdate(): void {
  if (asked) return
  asked = true
  tell()
  if (!registration?.waiting) {
    reloadWhenConvenient()
    return
  }
  workbox?.messageSkipWaiting()
  const end = Date.now() + CHANGE_MS
  const nudging = setInterval(() => {
    if (asked && Date.now() < end) {
      nudge()
      return
    }
    clearInterval(nudging)
    if (asked) reloadWhenConvenient()
  }, NUDGE_MS)
}

/** Whether the last check came to nothing, or the version that it found could not be loaded whole. */
let isDue = false
let againMs = AGAIN_MS
let timer: ReturnType<typeof setTimeout> | undefined

function checkAgain(): void {
  isDue = true
  clearTimeout(timer)
  // Without a line the next try waits for it.
  timer = setTimeout(() => connection().online && isDue && checkForUpdate(), againMs)
  againMs = Math.min(2 * againMs, CHECK_MS)
}

/** Whether the first try to register has been made. */
let isBegun = false

/** A version that could not be installed is gone: where it was the first, its registration with it, and there is nothing to update. */
const isGone = ({ installing, waiting, active }: ServiceWorkerRegistration) => !(installing ?? waiting ?? active)

/** Looks whether the server has another version by now; where it does not answer, again soon or with the line. */
export function checkForUpdate(): void {
  isDue = true
  if (!isBegun) return
  isDue = false
  const looked = workbox && registration && !isGone(registration) ? workbox.update() : adopt()
  looked.catch(checkAgain)
}

function announce(): void {
  againMs = AGAIN_MS
  announced++
  tell()
}

/** Hears how far the version gets that is being installed. */
function follow(worker: ServiceWorker | null): void {
  let isInstalled = false
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') {
      isInstalled = true
      // The very first one waits for nobody.
      if (registration?.active) announce()
    } else if (worker.state === 'redundant' && !isInstalled) checkAgain()
  })
}

/** At once where this page asked for it; where another tab did, as soon as nobody looks and nothing written is lost. */
function reloadWhenConvenient(): void {
  const isUnseen = document.visibilityState === 'hidden'
  if (!asked && (!isUnseen || wouldLoseText())) return
  // Once: the person may be asked whether to leave, and stay.
  asked = false
  tell()
  window.location.reload()
}

/** What the page begins with: its name changes with each release that changes any code. */
const ENTRY = /\/assets\/index-[\w-]+\.js/

/** A reload while the version changes may still be answered by the old one, of whose end this page then never hears. */
async function isOfAnotherVersion(): Promise<boolean> {
  const script = document.querySelector('script[src^="/assets/index-"]')?.getAttribute('src')
  // What is no screen comes from the server whichever version leads.
  if (!script || !navigator.serviceWorker.controller || !isKnownRoute(window.location.pathname)) return false
  const shell = await overTheLine('/index.html', {}).then((answer) => answer.text())
  return ENTRY.test(shell) && !shell.includes(script)
}

async function adopt(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  workbox = new Workbox('/sw.js')
  // Its own events end with the second release, and miss one that is replaced while it is being installed.
  registration = (await workbox.register()) ?? null
  if (!registration) return
  const { installing } = registration
  if (registration.waiting) announce()
  follow(installing)
  // Each time: while one is being installed another may be released.
  registration.addEventListener('updatefound', () => follow(registration?.installing ?? null))
}

async function register(): Promise<void> {
  await adopt().catch(checkAgain)
  isBegun = true
  isOfAnotherVersion().then(
    (isOther) => {
      if (!isOther) return
      isOutdated = true
      announce()
    },
    () => {},
  )
  if (isDue) checkForUpdate()
  setInterval(checkForUpdate, CHECK_MS)
  onConnection(() => {
    if (connection().online && isDue) checkForUpdate()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForUpdate()
    else if (isOutdated) reloadWhenConvenient()
  })
}

/** From the first moment on: another tab may change to a new version before this one is idle. */
function followChanges(): void {
  // The very first worker takes charge as well; the page that it finds is its own.
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    isOutdated ||= isControlled
    isControlled = true
    if (isOutdated) reloadWhenConvenient()
  })
}

/** A tap on a notification, which the worker hands to the page that is open: it goes there without a reload. */
function followTaps(go: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === OPEN && 'path' in data)
      go(ownPath(data.path))
  })
}

/** Registers the worker. Neither its code nor the precaching may compete with the first screen, so it waits until that is `drawn`. */
export function registerServiceWorker(drawn: Promise<void>, go: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  followTaps(go)
  followChanges()
  void drawn.then(register).catch(() => {})
}
