/** Notifications in this browser: what it supports, its permission, and its push subscription. */
import { subscribe, unsubscribe } from '#contract/apps/notifications.ts'
import { send } from '#src/api/call.ts'
import { isUnknownCall } from '#src/api/problem.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { isPhoneSafari } from '#src/lib/phone-safari.ts'
import { keyBytes, subscriptionBody } from '#src/lib/push-subscription.ts'
import { UNREPORTED_CACHE } from '#src/lib/push-words.ts'

/** Longest wait for the worker, which is registered once the page is idle. */
const PATIENCE_MS = 10_000
/** Longest wait for the browser's push service: behind a firewall the browser tries for ever and reports no error. */
const SERVICE_MS = 30_000

export type BrowserState =
  /** `no`: not in this browser. `install`: only once the portal is on the home screen. `secure`: only over https. */
  | { readonly can: 'no' | 'install' | 'secure' }
  | { readonly can: 'yes'; readonly permission: NotificationPermission; readonly isSubscribed: boolean }

/** An error whose message is shown to the person. */
export class NotReady extends Error {}

const hasPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns what this browser supports and whether it is subscribed already. */
export async function readBrowserState(): Promise<BrowserState> {
  if (!window.isSecureContext) return { can: 'secure' }
  if (!hasPush()) return { can: isPhoneSafari() ? 'install' : 'no' }
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return { can: 'yes', permission: Notification.permission, isSubscribed: Boolean(subscription) }
}

/** Whether a notification sent to this device would be shown. */
export const isOnHere = (here: BrowserState): boolean =>
  here.can === 'yes' && here.permission === 'granted' && here.isSubscribed

/**
 * Calls `onChange` when the person allows or blocks notifications beside the address, during which the page stays visible.
 * Returns a function that stops listening.
 */
export function onPermission(onChange: () => void): () => void {
  const end = new AbortController()
  const watch = (status: PermissionStatus) => status.addEventListener('change', onChange, { signal: end.signal })
  // Not in every browser; all of them refetch `browserState` (queries.ts) when the person returns to the window.
  void navigator.permissions?.query({ name: 'notifications' }).then(watch, () => {})
  return () => end.abort()
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await withTimeout(PATIENCE_MS, navigator.serviceWorker.ready)
  if (!registration)
    throw new NotReady('The portal is not ready for notifications yet. Please reload the page and try again.')
  return registration
}

/**
 * Returns a new push subscription. An existing one is removed first, since the browser would return it again: it may be
 * for another key, or unknown to the push service by now without the browser having heard of it.
 */
async function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker()
  // Failures are ignored here: they make the new subscription fail as well, which reports them.
  const before = await pushManager.getSubscription().catch(() => null)
  await before?.unsubscribe().catch(() => false)
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) }
  const subscribing = pushManager.subscribe(options)
  const made = await withTimeout(SERVICE_MS, subscribing).catch(() => undefined)
  if (made) return made
  // The portal is never told of a subscription that arrives later, so it is dropped.
  subscribing.then((late) => late.unsubscribe()).catch(() => {})
  throw new NotReady('This browser’s notification service could not be reached. Please try again later.')
}

/** Turns notifications on, asking the person if the browser must. Returns false if they did not allow it. */
export async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await send(subscribe, { body: subscriptionBody(await subscribeAnew(publicKey)) })
  return true
}

/** Removes a device. `isThis`: the device that this page runs on. */
export async function remove({ _id: id, isThis }: { readonly _id: number; readonly isThis: boolean }): Promise<void> {
  if (isThis && hasPush()) {
    // Otherwise a change of the subscription that the server has not been told of yet would subscribe the device again.
    await globalThis.caches?.delete(UNREPORTED_CACHE).catch(() => false)
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  }
  await send(unsubscribe, { params: { id } }).catch((error) => {
    if (!isUnknownCall(error)) throw error
  })
}
