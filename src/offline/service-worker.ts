/**
 * The page's side of the service worker: registered once the page is idle, updated when the person agrees (offline.md
 * §2.13).
 */
import type { Workbox } from 'workbox-window'
import { isObject } from '#contract/records.ts'
import { isKnownRoute } from '#contract/screens.ts'
import { connection, onConnection } from '#src/api/connection.ts'
import { fetchFromNetwork } from '#src/api/fetch.ts'
import { listeners } from '#src/lib/listeners.ts'
import { ownPath } from '#src/lib/own-path.ts'
import { OPEN } from '#src/lib/page-and-worker.ts'
import { HOUR_MS } from '#src/lib/spans.ts'
import { wouldLoseText } from '#src/lib/unsaved.ts'

const CHECK_MS = HOUR_MS
/** Delay before a failed check is repeated (a release restarts the server in the middle of it); doubled each time. */
const AGAIN_MS = 5_000
/** How often the browser is nudged to activate the waiting version. */
const NUDGE_MS = 500
/**
 * Longest wait for the new worker: the browser lets the old one finish its requests, which takes minutes if they hang.
 */
const CHANGE_MS = 10_000

let workbox: Workbox | null = null
let registration: ServiceWorkerRegistration | null = null
/** How many versions were announced; the last of them is waiting. */
let announced = 0
/** Whether this page requested the update, so that it may reload while visible. */
let isRequested = false
/** Whether the active worker is of another version than this page. */
let isOutdated = false
const { notify, listen } = listeners()

export const updatesAnnounced = () => announced
export const isUpdateWaiting = () => announced > 0
/** Whether this page is changing to the waiting version. */
export const isChanging = () => isRequested
export const onUpdate = listen

/**
 * Makes Chromium check again for a waiting service worker. It stops the old one as soon as that is idle; if a request
 * restarts it at that moment, the new one is forgotten, for minutes if requests go on, and even a reload is answered by
 * the old one. Chromium checks again whenever a page or worker is opened within the scope; the worker opened here does
 * nothing.
 */
function nudge(): void {
  const opened = new Worker('/nudge.js')
  opened.addEventListener('error', (event) => event.preventDefault())
  setTimeout(() => opened.terminate(), 2 * NUDGE_MS)
}

/** Activates the waiting version and reloads once it is in control; reloads at once if none is waiting. */
export function applyUpdate(): void {
  if (isRequested) return
  isRequested = true
  notify()
  if (!registration?.waiting) {
    reloadWhenConvenient()
    return
  }
  workbox?.messageSkipWaiting()
  const end = Date.now() + CHANGE_MS
  const nudging = setInterval(() => {
    if (isRequested && Date.now() < end) {
      nudge()
      return
    }
    clearInterval(nudging)
    if (isRequested) reloadWhenConvenient()
  }, NUDGE_MS)
}

/** Whether a check is due: the last one failed, or the version it found could not be installed. */
let isDue = false
let retryMs = AGAIN_MS
let timer: ReturnType<typeof setTimeout> | undefined

function scheduleCheck(): void {
  isDue = true
  clearTimeout(timer)
  // While offline the next try waits for the connection.
  timer = setTimeout(() => connection().online && isDue && checkForUpdate(), retryMs)
  retryMs = Math.min(2 * retryMs, CHECK_MS)
}

/** Whether the first attempt to register has ended. */
let hasTriedToRegister = false

/** Whether the registration has no worker: if the first version failed to install, there is nothing to update. */
const hasNoWorker = ({ installing, waiting, active }: ServiceWorkerRegistration) => !(installing ?? waiting ?? active)

/** Checks whether the server has another version; if that fails, checks again soon or when back online. */
export function checkForUpdate(): void {
  isDue = true
  if (!hasTriedToRegister) return
  isDue = false
  const check = workbox && registration && !hasNoWorker(registration) ? workbox.update() : registerWorker()
  check.catch(scheduleCheck)
}

function announce(): void {
  retryMs = AGAIN_MS
  announced++
  notify()
}

/** Follows a worker that is being installed: announces the version once installed, or schedules another check. */
function follow(worker: ServiceWorker | null): void {
  let isInstalled = false
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') {
      isInstalled = true
      // The very first version replaces none, so there is nothing to announce.
      if (registration?.active) announce()
    } else if (worker.state === 'redundant' && !isInstalled) scheduleCheck()
  })
}

/** Reloads at once if this page requested it; after another tab's request, once hidden and with no text to lose. */
function reloadWhenConvenient(): void {
  const isUnseen = document.visibilityState === 'hidden'
  if (!isRequested && (!isUnseen || wouldLoseText())) return
  // Only one attempt: the browser may ask whether to leave the page, and the person may stay.
  isRequested = false
  notify()
  window.location.reload()
}

/** The entry script: its name changes with each release that changes any code. */
const ENTRY = /\/assets\/index-[\w-]+\.js/

/**
 * Whether this page is of another version than the active worker's shell: a reload during a version change may still be
 * answered by the old worker, and this page then gets no event of the change.
 */
async function isOfAnotherVersion(): Promise<boolean> {
  const script = document.querySelector('script[src^="/assets/index-"]')?.getAttribute('src')
  // Paths that are no screens come from the server, whichever worker is in control.
  if (!script || !navigator.serviceWorker.controller || !isKnownRoute(window.location.pathname)) return false
  const shell = await fetchFromNetwork('/index.html', {}).then((answer) => answer.text())
  return ENTRY.test(shell) && !shell.includes(script)
}

async function registerWorker(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  workbox = new Workbox('/sw.js')
  // Immediately: the first screen is drawn, and Workbox would wait for every picture, though its host may never answer.
  // Not by Workbox's own events: they end with the second release, and miss a version replaced during its installation.
  registration = (await workbox.register({ immediate: true })) ?? null
  if (!registration) return
  const { installing } = registration
  if (registration.waiting) announce()
  follow(installing)
  // On each event: another version may be released while one is being installed.
  registration.addEventListener('updatefound', () => follow(registration?.installing ?? null))
}

async function registerAndFollow(): Promise<void> {
  await registerWorker().catch(scheduleCheck)
  hasTriedToRegister = true
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

/** Follows changes of the controlling worker, from the start: another tab may update before this one is idle. */
function followChanges(): void {
  // The very first worker takes control too, but this page is of its version.
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    isOutdated ||= isControlled
    isControlled = true
    if (isOutdated) reloadWhenConvenient()
  })
}

/** Follows taps on notifications, which the worker passes to the open page: it navigates without a reload. */
function followTaps(navigate: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isObject(data) && data.type === OPEN && 'path' in data) navigate(ownPath(data.path))
  })
}

/**
 * Registers the worker. Neither its code nor the precaching may compete with the first screen, so it waits until that
 * screen is `drawn`.
 */
export function registerServiceWorker(drawn: Promise<void>, navigate: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  followTaps(navigate)
  followChanges()
  void drawn.then(registerAndFollow).catch(() => {})
}
