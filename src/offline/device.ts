/** What this device holds of a person besides the session: restored when they come, kept while they stay, gone when they leave. */
import type { QueryClient } from '@tanstack/react-query'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { PURGE_USER } from '#src/lib/page-and-worker.ts'
import { within } from '#src/lib/pause.ts'
import { UNTOLD } from '#src/lib/push-words.ts'
import { forgetPicture, keepPicture, restorePicture } from './boot-cache.ts'
import { forgetPerson } from './my-changes.ts'
import { forgetQueries, keepQueries, restoreQueries } from './persist-cache.ts'

/** A broken store must not hold up the launch. */
const PATIENCE_MS = 1_500
/** Whose things are on this device: a farewell that was cut short is finished at the next launch. */
const KEPT = 'portal.kept:'

let stop: (() => void) | null = null
let read: Promise<void> = Promise.resolve()

/** Settles once what this device keeps of whoever is signed in is in the cache. */
export const deviceRead = (): Promise<void> => read

function mark(userId: number, isKept: boolean): void {
  attempt(() => (isKept ? localStorage.setItem(KEPT + userId, '') : localStorage.removeItem(KEPT + userId)))
}

/** Fills the cache for this user: the picture at once, the rest by the time the promise settles. Never throws. */
export function welcome(client: QueryClient, userId: number, maxAge: number): Promise<void> {
  stop?.()
  mark(userId, true)
  restorePicture(client, userId)
  let isHere = true
  // A disk that is slow must not bring back what whoever has left meanwhile has seen.
  const restored = restoreQueries(client, userId, maxAge, () => isHere).catch(() => {})
  const stops = [keepPicture(client, userId), keepQueries(client, userId)]
  stop = () => {
    isHere = false
    for (const each of stops) each()
  }
  read = within(PATIENCE_MS, restored)
  return read
}

/**
 * The next person at this device must not be told what was meant for this one, nor find what was told before; the server
 * forgets the subscription with the session.
 */
async function endNotifications(): Promise<void> {
  void navigator.clearAppBadge?.().catch(() => {})
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications?.().catch(() => [])) ?? []) shown.close()
  // Or the worker subscribes anew once the same person is back; whatever becomes of the rest.
  void globalThis.caches?.delete(UNTOLD).catch(() => {})
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** The worker may be there and not lead this page, as after a reload with shift. */
async function purge(userId: number): Promise<void> {
  const { controller = null } = navigator.serviceWorker ?? {}
  const worker = controller ?? (await navigator.serviceWorker?.getRegistration())?.active
  worker?.postMessage({ type: PURGE_USER, userId })
}

/** Removes from the disk what was kept of a user. Changes that wait for their return stay. */
async function forget(userId: number): Promise<void> {
  forgetPicture(userId)
  const done = await Promise.allSettled([purge(userId), forgetQueries(userId), forgetPerson(userId, 'keep')])
  // What is kept of whoever is back by now is for their next farewell.
  const isBack = session.get()?._id === userId
  if (!isBack && done.every(({ status }) => status === 'fulfilled')) mark(userId, false)
}

/** Forgets everything of this user; nothing is written any more once it returns. */
export function farewell(client: QueryClient, userId: number): void {
  stop?.()
  stop = null
  client.clear()
  // A tab that slept hears of it when the next person is here already, and may have turned notifications on.
  if (session.get() === null) void endNotifications().catch(() => {})
  void forget(userId)
}

/** Says goodbye to whoever left while the page was closed or could not finish; `here` is who is signed in now. */
export function finishFarewells(here: number | null): void {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(KEPT))) {
      const userId = Number(key.slice(KEPT.length))
      if (userId === here) continue
      // Whoever is here by now may have turned notifications on.
      if (here === null) void endNotifications().catch(() => {})
      void forget(userId)
    }
  } catch {
    // no storage, nothing to forget
  }
}
