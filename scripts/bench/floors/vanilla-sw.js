const FILES = ['/', '/virtual', '/vanilla.js', '/board']
self.oninstall = (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open('vanilla').then((cache) => cache.addAll(FILES)))
}
self.onactivate = (event) => event.waitUntil(clients.claim())
self.onfetch = (event) => event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
