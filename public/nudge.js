/**
 * An empty worker: opening it makes Chromium look again for a waiting service worker
 * (src/offline/service-worker.ts).
 */
close()
