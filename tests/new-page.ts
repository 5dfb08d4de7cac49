/** Each test is a page of its own on a device whose outbox is new: its modules are loaded anew, by `import()` in the test. */
import { afterEach, beforeEach, vi } from 'vitest'

export function eachOnNewPage(): void {
  beforeEach(async () => {
    vi.resetModules()
    const { openDb } = await import('#src/offline/db.ts')
    await openDb().delete()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
