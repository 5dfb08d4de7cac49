/** What a page test needs that happy-dom lacks, and a clean device after each test. */
import 'fake-indexeddb/auto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The whole portal answers behind each page, password hashes included, beside other test files.
configure({ asyncUtilTimeout: 8_000 })

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

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
