/**
 * An empty worker: opening it makes Chromium look again for a waiting service worker
 * (src/shell/updates/service-worker.ts).
 */
close()
