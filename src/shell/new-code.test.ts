import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdUnsaved } from '#src/lib/unsaved.ts'
import { reloadOnceForNewCode } from './new-code.ts'

const reload = vi.fn()
const reach = vi.fn<() => Promise<unknown>>()
/** As Vite says it; settles once all that follows from it has happened. */
async function missCode(): Promise<void> {
  window.dispatchEvent(new Event('vite:preloadError'))
  await Promise.allSettled(reach.mock.results.map(({ value }) => value))
  // All that waits for a promise comes before the next turn.
  await new Promise((turn) => setTimeout(turn))
}

vi.spyOn(window.location, 'reload').mockImplementation(reload)
reloadOnceForNewCode(reach)

beforeEach(() => {
  reach.mockReset().mockResolvedValue({})
  reload.mockReset()
})
afterEach(() => sessionStorage.clear())

test('reloads once a version, as soon as the portal answers', async () => {
  await missCode()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 10_000)
  await missCode()
  expect(reach).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

test('that it has reloaded for an earlier version keeps it from nothing', async () => {
  sessionStorage.setItem('portal.reloaded-for', '0.0.0-earlier')
  await missCode()
  expect(reload).toHaveBeenCalledOnce()
})

test('stays where the portal does not answer, and may reload later', async () => {
  reach.mockRejectedValueOnce(new Error('Service Unavailable'))
  await missCode()
  expect(reload).not.toHaveBeenCalled()
  await missCode()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 10_000)
})

test('takes away nothing that is written, whether before the answer or while it is on its way', async () => {
  let isDirty = true
  const forget = holdUnsaved(() => isDirty)
  await missCode()
  expect(reach).not.toHaveBeenCalled()
  isDirty = false
  reach.mockImplementationOnce(async () => {
    isDirty = true
  })
  await missCode()
  expect(reload).not.toHaveBeenCalled()
  forget()
})

test('reloads nobody where it cannot be remembered that it did', async () => {
  const forbidden = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, clear: () => {} })
  await missCode()
  expect(reload).not.toHaveBeenCalled()
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: forbidden, clear: () => {} })
  await missCode()
  expect(reach).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
