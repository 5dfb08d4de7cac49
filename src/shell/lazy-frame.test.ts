import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  document.head.innerHTML = ''
  vi.resetModules()
})

/** As the shell asks for it, before any code (scripts/early-code.ts). */
function early(state = ''): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset.early = state
  document.head.append(link)
  return link
}
const asked = () => document.querySelector<HTMLLinkElement>('link[data-early]')
const preload = async () => (await import('./lazy-frame.ts')).Frame.preload?.()

test('the frame waits for the style that is on its way', async () => {
  const link = early()
  const settled = vi.fn()
  const frame = preload().then(settled)
  await vi.waitFor(() => expect(link.onload).toBeTruthy())
  await import('./Frame.tsx')
  expect(settled).not.toHaveBeenCalled()
  link.dispatchEvent(new Event('load'))
  await frame
})

test('a style that did not come is asked for once more', async () => {
  const first = early('failed')
  const settled = vi.fn()
  const frame = preload().then(settled)
  await vi.waitFor(() => expect(asked()).not.toBe(first))
  expect(settled).not.toHaveBeenCalled()
  asked()?.dispatchEvent(new Event('load'))
  await frame
})
