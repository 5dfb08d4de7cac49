/**
 * What this device holds of a person besides the session: restored at sign-in, kept while they stay, deleted when they
 * leave.
 */
import type { QueryClient } from '@tanstack/react-query'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { PURGE_USER } from '#src/lib/page-and-worker.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { UNREPORTED_CACHE } from '#src/lib/push-words.ts'
import { forgetPicture, keepPicture, restorePicture } from './boot-cache.ts'
import { forgetPerson } from './my-changes.ts'
import { forgetQueries, keepQueries, restoreQueries } from './persist-cache.ts'

/** A broken store must not hold up the launch for longer than this. */
const PATIENCE_MS = 1_500
/**
 * Key prefix in localStorage: this device holds data of this user. A sign-out that was cut short is finished at the
 * next launch.
 */
const KEPT = 'portal.kept:'

let stop: (() => void) | null = null
let restoring: Promise<void> = Promise.resolve()

/** Resolves once the data kept here for the signed-in person is in the query cache, or the store has taken too long. */
export const deviceRead = (): Promise<void> => restoring

function mark(userId: number, isKept: boolean): void {
  attempt(() => (isKept ? localStorage.setItem(KEPT + userId, '') : localStorage.removeItem(KEPT + userId)))
}

/** Fills the query cache for this user: the picture at once, the rest by the time the promise resolves. Never throws. */
export function restoreDevice(client: QueryClient, userId: number, maxAge: number): Promise<void> {
  stop?.()
  mark(userId, true)
  restorePicture(client, userId)
  let isHere = true
  // A slow disk must not restore the data of a person who has left meanwhile.
  const restored = restoreQueries(client, userId, maxAge, () => isHere).catch(() => {})
  const stops = [keepPicture(client, userId), keepQueries(client, userId)]
  stop = () => {
    isHere = false
    for (const each of stops) each()
  }
  restoring = withTimeout(PATIENCE_MS, restored)
  return restoring
}

/**
 * Ends notifications on this device: the next person must not get those meant for this one, nor find earlier ones. The
 * server forgets the subscription with the session.
 */
async function endNotifications(): Promise<void> {
  void navigator.clearAppBadge?.().catch(() => {})
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications?.().catch(() => [])) ?? []) shown.close()
  // Otherwise the worker would subscribe anew once the same person is back. Done whether or not the rest succeeds.
  void globalThis.caches?.delete(UNREPORTED_CACHE).catch(() => {})
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Tells the worker to forget this user. After a reload with Shift the worker is active but does not control the page. */
export async function purge(userId: number): Promise<void> {
  const { controller = null } = navigator.serviceWorker ?? {}
  const worker = controller ?? (await navigator.serviceWorker?.getRegistration())?.active
  worker?.postMessage({ type: PURGE_USER, userId })
}

/** Deletes from disk what was kept of a user. Changes that wait for the user's return stay. */
async function forget(userId: number): Promise<void> {
  forgetPicture(userId)
  const done = await Promise.allSettled([purge(userId), forgetQueries(userId), forgetPerson(userId, 'keep')])
  // If the person is back by now, their data stays marked for their next sign-out.
  const isBack = session.get()?._id === userId
  if (!isBack && done.every(({ status }) => status === 'fulfilled')) mark(userId, false)
}

/** Forgets everything of this user. Nothing is written any more once it returns. */
export function forgetDevice(client: QueryClient, userId: number): void {
  stop?.()
  stop = null
  client.clear()
  // A tab that slept may hear of the sign-out only when the next person is signed in and has turned notifications on.
  if (session.get() === null) void endNotifications().catch(() => {})
  void forget(userId)
}

/**
 * Finishes sign-outs that happened while the page was closed or were cut short. `here` is the id of the user signed in
 * now.
 */
export function finishForgetting(here: number | null): void {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(KEPT))) {
      const userId = Number(key.slice(KEPT.length))
      if (userId === here) continue
      // A person who is signed in by now may have turned notifications on.
      if (here === null) void endNotifications().catch(() => {})
      void forget(userId)
    }
  } catch {
    // no storage, nothing to forget
  }
}
