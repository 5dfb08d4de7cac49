/** Notifications: shows what the server pushes, leads a tap to its screen, and keeps the subscription alive. */
import { subscribe } from '#contract/apps/notifications.ts'
import { isKnownRoute, isWall } from '#contract/screens.ts'
import { ANSWER_MS, OPEN } from '#src/lib/page-and-worker.ts'
import { subscriptionBody } from '#src/lib/push-subscription.ts'
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

/** The only entry of the cache `UNREPORTED_CACHE`: the key to subscribe with, and whose the subscription is. */
const MARK = '/push-untold'
const OWNER_HEADER = 'X-Whose'

const subscribeWith = ({ pushManager }: Worker['registration'], key: BufferSource | null) =>
  pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })

/** Sends the subscription to the server. Throws if another try may succeed. */
async function sendSubscription({ token }: { readonly token: string }, subscription: PushSubscription): Promise<void> {
  const { status } = await fetch(subscribe.path, {
    method: subscribe.method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(subscriptionBody(subscription)),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
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
    const key = before?.options.applicationServerKey
    if (!session?.maySend || !(renewed || key)) return
    // Kept until the server has confirmed: the browser reports the change only once.
    const mark = new Response(key ?? null, { headers: { [OWNER_HEADER]: String(session.userId) } })
    await (await caches.open(UNREPORTED_CACHE)).put(MARK, mark)
    await sendSubscription(session, renewed ?? (await subscribeWith(registration, key ?? null)))
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
    const key = await mark.arrayBuffer()
    const held = await registration.pushManager.getSubscription()
    if (held || key.byteLength > 0) await sendSubscription(session, held ?? (await subscribeWith(registration, key)))
    else await caches.delete(UNREPORTED_CACHE)
  } finally {
    db.close()
  }
}
