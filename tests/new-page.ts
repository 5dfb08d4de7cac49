/**
 * Gives each test a new page on a device with a new outbox: module state is reset, so the test loads its modules by
 * `import()`.
 */
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
