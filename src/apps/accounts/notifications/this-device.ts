/** What this browser can do about notifications, and what it was told to. */
import { subscribe, unsubscribe } from '#contract/apps/notifications.ts'
import { send } from '#src/api/call.ts'
import { isUnknownCall } from '#src/api/problem.ts'
import { within } from '#src/lib/pause.ts'
import { subscriptionBody } from '#src/lib/push-subscription.ts'
import { UNTOLD } from '#src/lib/push-words.ts'
import { isPhoneSafari } from '#src/shell/install.ts'

/** The worker is registered once the page is idle. */
const PATIENCE_MS = 10_000
/** Behind a firewall the browser tries to reach its service for ever, and says nothing. */
const SERVICE_MS = 30_000

export type Here =
  /** Never here: another browser may. `install`: once the portal is on the home screen. */
  | { readonly can: 'no' | 'install' | 'secure' }
  | { readonly can: 'yes'; readonly permission: NotificationPermission; readonly isSubscribed: boolean }

/** A sentence for a person. */
export class NotReady extends Error {}

const hasPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** What this browser can do, and whether it is told of things already. */
export async function lookHere(): Promise<Here> {
  if (!window.isSecureContext) return { can: 'secure' }
  if (!hasPush()) return { can: isPhoneSafari() ? 'install' : 'no' }
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return { can: 'yes', permission: Notification.permission, isSubscribed: Boolean(subscription) }
}

/** Whether what is sent to this device would be shown. */
export const isOnHere = (here: Here): boolean =>
  here.can === 'yes' && here.permission === 'granted' && here.isSubscribed

/** Hears that the person allowed or blocked them beside the address: the page stays in sight meanwhile. Answers how to stop. */
export function onPermission(hear: () => void): () => void {
  const end = new AbortController()
  const watch = (status: PermissionStatus) => status.addEventListener('change', hear, { signal: end.signal })
  // Not in every browser; whoever looks elsewhere and comes back is seen to in all of them (`here`).
  void navigator.permissions?.query({ name: 'notifications' }).then(watch, () => {})
  return () => end.abort()
}

async function worker(): Promise<ServiceWorkerRegistration> {
  const registration = await within(PATIENCE_MS, navigator.serviceWorker.ready)
  if (!registration)
    throw new NotReady('The portal is not ready for notifications yet. Please reload the page and try again.')
  return registration
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

/**
 * Always a new one. One that is there already would be given again: it may be for another key, or the service knows it no
 * more and the browser has not heard of it.
 */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await worker()
  // What stands in the way of that would stand in the way of the new one, which says so.
  const before = await pushManager.getSubscription().catch(() => null)
  await before?.unsubscribe().catch(() => false)
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const subscribing = pushManager.subscribe(options)
  const made = await within(SERVICE_MS, subscribing).catch(() => undefined)
  if (made) return made
  // One that comes later the portal never hears of.
  subscribing.then((late) => late.unsubscribe()).catch(() => {})
  throw new NotReady('This browser’s notification service could not be reached. Please try again later.')
}

/** Asks the person where the browser must. False: they did not allow it. */
export async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await send(subscribe, { body: subscriptionBody(await subscribed(publicKey)) })
  return true
}

/** `isThis`: the one that this page is on. */
export async function remove({ _id: id, isThis }: { readonly _id: number; readonly isThis: boolean }): Promise<void> {
  if (isThis && hasPush()) {
    // Or the device is subscribed anew, unasked, by what was left to be told of before.
    await globalThis.caches?.delete(UNTOLD).catch(() => false)
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  }
  await send(unsubscribe, { params: { id } }).catch((error) => {
    if (!isUnknownCall(error)) throw error
  })
}
