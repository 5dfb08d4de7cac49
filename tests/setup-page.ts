/** What a page test needs that happy-dom lacks, a clean page after each test, and a clean device after each file. */
import 'fake-indexeddb/auto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { requestDone } from '#src/offline/idb.ts'

// The whole portal answers behind each page, password hashes included, beside other test files.
configure({ asyncUtilTimeout: 15_000 })

// Nothing is painted here: what would wait for it comes at once, before a test cuts the line.
vi.mock('#src/lib/after-paint.ts', () => ({
  afterPaint: (run: () => void) => {
    run()
    return () => {}
  },
}))

// A line that says nothing: no live port stands behind a page. What comes by it is shown in tests/e2e/board.spec.ts.
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

// As in the browsers of today: scrolling answers a promise, which is nothing for an effect to return.
Element.prototype.scrollIntoView = () => Promise.resolve()

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// The next file has the same window and disk, and people of its own with the same ids.
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
