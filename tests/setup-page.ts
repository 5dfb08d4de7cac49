/** Fills in what happy-dom lacks for page tests; cleans the page after each test, and the device after each file. */
import 'fake-indexeddb/auto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { requestDone } from '#src/offline/idb.ts'

// A page test runs against the whole portal, password hashing included, while other test files run.
configure({ asyncUtilTimeout: 15_000 })

// Nothing is painted here, so work that waits for a paint runs at once, before a test cuts the line.
vi.mock('#src/lib/after-paint.ts', () => ({
  afterPaint: (run: () => void) => {
    run()
    return () => {}
  },
}))

// A live socket that never connects, since there is no live port here. Live updates are tested in tests/e2e/board.spec.ts.
vi.mock('partysocket/ws', () => ({
  default: class extends EventTarget {
    static readonly OPEN = 1
    readonly readyState = 0
    send() {}
    close() {}
    reconnect() {}
  },
}))

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList

// Returns a promise, as in current browsers: an effect that returned it as its cleanup would fail.
Element.prototype.scrollIntoView = () => Promise.resolve()

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// The next file shares the window and the storage, and has other people with the same ids.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await requestDone(indexedDB.open(name))
    for (const store of db.objectStoreNames)
      await requestDone(db.transaction(store, 'readwrite').objectStore(store).clear())
    db.close()
  }
})
