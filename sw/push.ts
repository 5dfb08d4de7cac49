/** Notifications: shows what the server pushes, leads a tap to its screen, and keeps the subscription alive. */
import { getNotifications, subscribe } from '#contract/apps/notifications.ts'
import { isObject } from '#contract/records.ts'
import { isKnownRoute, isWall } from '#contract/screens.ts'
import { ANSWER_MS, OPEN } from '#src/lib/page-and-worker.ts'
import { keyBytes, subscriptionBody } from '#src/lib/push-subscription.ts'
import { UNREPORTED_CACHE } from '#src/lib/push-words.ts'
import { openMadeDb } from '#src/offline/db.ts'
import { contentOf } from './push-message.ts'

interface Tab {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: string
  postMessage(message: unknown): void
  focus(): Promise<unknown>
}

/** The part of a worker's `self` that is used. */
interface Worker {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager'>
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** `renotify`: a notification that replaces another alerts again. Not in every browser, nor in the DOM's types. */
interface PushOptions extends NotificationOptions {
  readonly renotify?: boolean
}

/** Shows a notification for a push: always one, whatever the push says. */
export function showPush({ registration }: Worker, data: string | null): Promise<void> {
  const { title, body, tag, path } = contentOf(data)
  const options: PushOptions = {
    body,
    tag,
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { path },
  }
  return registration.showNotification(title, options)
}

/** Whether the tab can be led to a path: pages that the server renders, and others' pages on this origin, do not listen. */
const canNavigate = ({ url }: Tab) => {
  const { pathname } = new URL(url)
  return isKnownRoute(pathname) && !isWall(pathname)
}

/**
 * Brings an open tab to the screen, preferring the focused one and then a visible one; opens a new tab if there is
 * none.
 */
export async function openFrom({ clients }: Worker, notification: Notification): Promise<void> {
  notification.close()
  const path = String((notification.data as { path?: unknown } | null)?.path ?? '/')
  const tabs = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(canNavigate)
  const tab = tabs.find(({ focused }) => focused) ?? tabs.find(({ visibilityState }) => visibilityState === 'visible')
  const open = tab ?? tabs[0]
  if (!open) return void (await clients.openWindow(path))
  // The page navigates itself: a reload would lose what somebody has typed.
  open.postMessage({ type: OPEN, path })
  await open.focus()
}

/** The only entry of the cache `UNREPORTED_CACHE`: the key to subscribe with, if known, and whose the subscription is. */
const MARK = '/push-untold'
const OWNER_HEADER = 'X-Whose'

interface Session {
  readonly token: string
}

/** Makes a call as the signed-in person. */
const request = ({ token }: Session, { method, path }: { method: string; path: string }, body?: object) =>
  fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })

/** Asks the portal for the key to subscribe with. */
async function portalKey(session: Session): Promise<BufferSource> {
  const answer: unknown = await (await request(session, getNotifications)).json()
  if (!isObject(answer) || typeof answer.publicKey !== 'string') throw new Error('The portal has not told its key.')
  return keyBytes(answer.publicKey)
}

/** `key`: that of the subscription before; empty where the browser has not told it, as Firefox did not for long. */
const subscribeWith = async ({ pushManager }: Worker['registration'], session: Session, key: ArrayBuffer) =>
  pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key.byteLength > 0 ? key : await portalKey(session),
  })

/** Sends the subscription to the server. Throws if another try may succeed. */
async function sendSubscription(session: Session, subscription: PushSubscription): Promise<void> {
  const { status } = await request(session, subscribe, subscriptionBody(subscription))
  if (status >= 500 || status === 429) throw new Error('The portal could not take the new subscription.')
  await caches.delete(UNREPORTED_CACHE)
}

/** Handles a subscription that the browser has changed or lost: the server must learn the new one. */
export async function resubscribe(
  { registration }: Worker,
  before: PushSubscription | null,
  renewed: PushSubscription | null,
): Promise<void> {
  const db = openMadeDb()
  try {
    const session = await db.session.get('current').catch(() => null)
    if (!session?.maySend) return
    const key = before?.options.applicationServerKey ?? new ArrayBuffer(0)
    // Kept until the server has confirmed: the browser reports the change only once.
    const mark = new Response(key, { headers: { [OWNER_HEADER]: String(session.userId) } })
    await (await caches.open(UNREPORTED_CACHE)).put(MARK, mark)
    await sendSubscription(session, renewed ?? (await subscribeWith(registration, session, key)))
  } finally {
    db.close()
  }
}

/** Tells the server of a subscription that it could not be told of before, as long as the same person is signed in. */
export async function reportPendingSubscription({ registration }: Worker): Promise<void> {
  const mark = await caches.match(MARK, { cacheName: UNREPORTED_CACHE })
  if (!mark) return
  const db = openMadeDb()
  try {
    // A store that cannot be read says nothing about who is signed in: the mark stays for the next time.
    const session = await db.session.get('current')
    // Another person who signed in since has not asked for notifications.
    if (String(session?.userId) !== mark.headers.get(OWNER_HEADER)) return void (await caches.delete(UNREPORTED_CACHE))
    if (!session?.maySend) return
    const held = await registration.pushManager.getSubscription()
    await sendSubscription(session, held ?? (await subscribeWith(registration, session, await mark.arrayBuffer())))
  } finally {
    db.close()
  }
}
