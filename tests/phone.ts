import { onTestFinished, vi } from 'vitest'

/** Makes every `max-width` media query match for the rest of the test. */
export function onPhone(): void {
  const { matchMedia } = window
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query)
    return query.includes('max-width') ? Object.defineProperty(list, 'matches', { value: true }) : list
  })
  onTestFinished(() => spy.mockRestore())
}
