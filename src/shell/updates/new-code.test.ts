import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerUnsaved } from '#src/lib/unsaved.ts'
import { reloadOnceForNewCode } from './new-code.ts'

const reload = vi.fn()
const reach = vi.fn<() => Promise<unknown>>()
/** Fires Vite's event for missing code; resolves once everything that follows has happened. */
async function missCode(): Promise<void> {
  window.dispatchEvent(new Event('vite:preloadError'))
  await Promise.allSettled(reach.mock.results.map(({ value }) => value))
  // All promise callbacks run before the next task.
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

test('reloads for a new version after having reloaded for an earlier one', async () => {
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

test('does not reload over typed text, even if typed while waiting for the portal', async () => {
  let isDirty = true
  const forget = registerUnsaved(() => isDirty)
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

test('does not take a person back who is opening another address, which stops code that was loading', async () => {
  const at = vi.spyOn(performance, 'now').mockReturnValue(-60_000)
  window.dispatchEvent(new Event('beforeunload'))
  await missCode()
  expect(reach).not.toHaveBeenCalled()
  // The address was a download, or the person stayed after all.
  at.mockReturnValue(-45_000)
  await missCode()
  expect(reload).toHaveBeenCalledOnce()
  at.mockRestore()
})

test('never reloads without session storage', async () => {
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
