/** Gives each test a new page on a new device: module state is reset, so the test loads its modules by `import()`. */
import { afterEach, beforeEach, vi } from 'vitest'

export function eachOnNewPage(): void {
  beforeEach(async () => {
    vi.resetModules()
    // A new database begins with the copy of the rows that is kept there.
    localStorage.clear()
    const { openDb } = await import('#src/offline/db.ts')
    await openDb().delete()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
