/** Whether the portal answers: judged by its answers, not by what the browser believes of the network (offline.md §2.10). */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'

export interface Connection {
  readonly online: boolean
  /** When the line was lost, as an instant; null while it is there. */
  readonly since: string | null
}

const SINCE = 'portal.offline-since'
const LAST_CONTACT = 'portal.last-contact'
/** Between two looks for a line that is lost: it may have been one call alone that did not get through, and forms wait for it. */
const FIRST_PROBE_MS = 1_000
const PROBE_MS = 15_000
/** One that is lost again sooner is looked for no more often than before: it comes and goes. */
const STEADY_MS = 60_000
/** How exactly the last contact is known; writing it with each answer would be a write too many. */
const CONTACT_STEP_MS = 60_000

const ONLINE: Connection = { online: true, since: null }

/** Survives a reload, so that “since” does not begin anew with it. */
const remembered = () => attempt(() => sessionStorage.getItem(SINCE))

function offline(): Connection {
  const since = remembered() ?? new Date().toISOString()
  attempt(() => sessionStorage.setItem(SINCE, since))
  return { online: false, since }
}

let current: Connection = navigator.onLine ? ONLINE : offline()
const { tell, listen } = listeners()

/** Nothing at all gets through, not only one call: the browser says so, or no sign of life came. */
let isGone = !navigator.onLine
let wasGone = false
const noteGone = () => {
  isGone = true
}

let refetchedAt = Number.NEGATIVE_INFINITY
let pause = 0
let waiting: ReturnType<typeof setTimeout> | undefined

function refetch(): void {
  const now = performance.now()
  pause = wasGone || now - refetchedAt > STEADY_MS ? FIRST_PROBE_MS : Math.min(2 * pause, PROBE_MS)
  refetchedAt = now
  onlineManager.setOnline(true)
}

/**
 * What is on screen is asked for anew as the line is back (query-client.ts). Where it was one call alone that does not get
 * through, each asking loses the line again, and any other answer finds it: such are ever further apart.
 */
function refetchInTime(): void {
  const wait = wasGone ? 0 : refetchedAt + pause - performance.now()
  if (wait > 0) waiting = setTimeout(refetch, wait)
  else refetch()
}

function change(next: Connection): void {
  if (next.online === current.online) return
  current = next
  clearTimeout(waiting)
  if (next.online) refetchInTime()
  else onlineManager.setOnline(false)
  tell()
}

/** Of a line that is back: whether it had been gone. Otherwise it may have been one call alone that did not get through. */
export const lineWasGone = () => wasGone

let contact = 0
/** Whether the portal has answered since this page was opened. */
export const hasAnswered = () => contact > 0

function rememberContact(): void {
  const now = Date.now()
  if (Math.abs(now - contact) < CONTACT_STEP_MS) return
  contact = now
  attempt(() => localStorage.setItem(LAST_CONTACT, String(now)))
}

/** How long the portal has not answered this device, in milliseconds; 0 where it never has, and where nothing is kept that could grow old. */
export function silence(): number {
  const last = Number(attempt(() => localStorage.getItem(LAST_CONTACT)))
  return last > 0 ? Math.max(0, Date.now() - last) : 0
}

/** An answer of the portal came. */
export function reportReachable(): void {
  attempt(() => sessionStorage.removeItem(SINCE))
  rememberContact()
  wasGone = isGone
  isGone = false
  change(ONLINE)
}

/** No answer came. */
export const reportUnreachable = (): void => change(offline())

/** Hears when the line is lost and when it is back. Answers how to stop. */
export const onConnection = listen

export const connection = () => current
export const useConnection = (): Connection => useSyncExternalStore(onConnection, connection)

let ask = () => {}
/** Looks at once whether a line that was lost is back. */
export const askForSignOfLife = (): void => ask()

let look = () => {}
/** Looks whether there is a line, where an answer did not come in time: what comes of it is reported as of any other call. */
export const lookAtLine = (): void => look()

/**
 * Calls `run` while the line is down: soon at first, and less and less often; not at the same moment as everybody who lost
 * it with us.
 */
function whileLost(run: () => void): void {
  let wait = FIRST_PROBE_MS
  let backAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer = setTimeout(
      () => {
        wait = Math.min(2 * wait, PROBE_MS)
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

/** While the line is down `probe` asks for a sign of life, whatever the browser believes, and at once when it changes its mind. */
export function watchConnection(probe: () => Promise<unknown>): void {
  onlineManager.setEventListener(() => undefined) // ours alone decides
  onlineManager.setOnline(current.online)
  const begin = () => probe().catch(noteGone)
  // One that hangs says nothing of a line that has come back since.
  ask = () => {
    if (!current.online) void begin()
  }
  let isLooking = false
  look = () => {
    if (isLooking) return
    isLooking = true
    void begin().finally(() => {
      isLooking = false
    })
  }
  window.addEventListener('online', () => ask())
  window.addEventListener('offline', () => {
    noteGone()
    reportUnreachable()
    // A network beside the one that leads to the portal may be meant.
    ask()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask()
  })
  whileLost(() => ask())
  ask()
}
