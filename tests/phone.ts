import { onTestFinished, vi } from 'vitest'

/** For the rest of the test the device is as narrow as any that is asked about. */
export function onPhone(): void {
  const { matchMedia } = window
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query)
    return query.includes('max-width') ? Object.defineProperty(list, 'matches', { value: true }) : list
  })
  onTestFinished(() => spy.mockRestore())
}
