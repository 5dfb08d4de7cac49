/**
 * The service worker: serves the shell for known screens, cached answers and images, shows notifications, and sends
 * what waits when the browser wakes it; everything else goes to the network.
 */
import { cacheNames, clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'
import { isObject } from '#contract/records.ts'
import { isKnownRoute } from '#contract/screens.ts'
import { CACHES, PURGE_USER, SYNC_TAG } from '#src/lib/page-and-worker.ts'
import { TELL_PUSH } from '#src/lib/push-words.ts'
import { keepAnswers, purgeUser } from './cached-gets.ts'
import { genuineOnly } from './genuine-only.ts'
import { dropOlderShells, keepShell, launchRoutes } from './launch.ts'
import { openFrom, reportPendingSubscription, resubscribe, showPush } from './push.ts'
import { sendWaiting } from './replay.ts'

declare const self: ServiceWorkerGlobalScope

const MONTH_S = 30 * 86_400

clientsClaim()
cleanupOutdatedCaches()

const manifest = [...self.__WB_MANIFEST]
const genuine = genuineOnly(new Set(manifest.map(({ url }) => `/${url}`)))
const precache = new PrecacheController({ plugins: [genuine] })
precache.addToCacheList(manifest)
registerRoute(new PrecacheRoute(precache, { directoryIndex: '' }))
const shell = precache.createHandlerBoundToURL('/index.html')

async function install(event: InstallEvent): Promise<void> {
  await event.addRoutes?.(launchRoutes(manifest, cacheNames.precache, self.location.origin)).catch(() => {})
  await precache.install(event)
  const page = await precache.matchPrecache('/index.html')
  if (!page) throw new Error('The shell was not kept.')
  await keepShell(page, manifest)
}
self.addEventListener('install', (event) => event.waitUntil(install(event)))
self.addEventListener('activate', (event) => {
  void precache.activate(event)
  event.waitUntil(dropOlderShells(manifest))
})

registerRoute(({ request, url }) => request.mode === 'navigate' && isKnownRoute(url.pathname), shell)

// Above all `/app/{slug}` of a catalogue app, which the server or somebody else renders. Without a network the shell
// says so; with one there is no time limit: a slow page is on its way, and no shell may replace it.
registerRoute(({ request }) => request.mode === 'navigate', new NetworkOnly())
setCatchHandler(async (options) => (options.request.mode === 'navigate' ? shell(options) : Response.error()))

// Files that only some people need are not precached, but kept from their first use on.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'assets-v1',
    plugins: [genuine, new ExpirationPlugin({ maxEntries: 20, maxAgeSeconds: 3 * MONTH_S, purgeOnQuotaError: true })],
  }),
)

// On our server a name stands for one picture for ever; another server may reuse it for another.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/'),
  new StaleWhileRevalidate({
    cacheName: CACHES.pictures,
    plugins: [genuine, new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: MONTH_S, purgeOnQuotaError: true })],
  }),
)

keepAnswers(__CACHED_PATHS__)

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendWaiting())
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text() ?? null)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(self, event.notification)))
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(resubscribe(self, event.oldSubscription ?? null, event.newSubscription ?? null)),
)

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (!isObject(message)) return
  if (message.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message.type === TELL_PUSH) event.waitUntil(reportPendingSubscription(self).catch(() => {}))
  if (message.type === PURGE_USER && 'userId' in message) event.waitUntil(purgeUser(Number(message.userId)))
})
