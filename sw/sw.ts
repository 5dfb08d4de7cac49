/** The service worker: the shell and what was read, when the network is not there (offline.md §2.12). Default deny. */
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'
import { isKnownRoute } from '#src/lib/known-routes.ts'
import { answerRead, forgetUser, isKeptRead } from './reads.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

precacheAndRoute(self.__WB_MANIFEST)
const shell = createHandlerBoundToURL('/index.html')

// Screens of the page: the kept shell at once.
registerRoute(({ request, url }) => request.mode === 'navigate' && isKnownRoute(url.pathname), shell)

// Every other navigation: the network; without one the shell, which says that this page needs it.
registerRoute(({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/api/'), new NetworkOnly())
setCatchHandler(async (options) => (options.request.mode === 'navigate' ? shell(options) : Response.error()))

// Reads that the contract lets the device keep, each in its user's own cache.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isKeptRead(request, url),
  ({ request }) => answerRead(request),
)

// Uploaded images: their names are unguessable and never change their content.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.destination === 'image' && url.pathname.startsWith('/media/'),
  new StaleWhileRevalidate({
    cacheName: 'images-v1',
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true }),
    ],
  }),
)

self.addEventListener('message', (event) => {
  const message = event.data as { type?: string; userId?: number } | null
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'PURGE_USER' && message.userId) event.waitUntil(forgetUser(message.userId))
})

// The first visit is in its care too, so that what it reads is kept.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
