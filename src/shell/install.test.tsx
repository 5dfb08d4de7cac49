import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPhoneSafari } from '#src/lib/phone-safari.ts'
import { openPage, withPortal } from '#tests/page.tsx'
import { answerInstall, watchInstall } from './install.ts'

const { portal } = withPortal()

const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
/** Fires Chromium's event for a page that may be installed. */
function maybeInstalled(): Event {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return event
}

beforeEach(() => {
  prompt.mockClear()
  localStorage.removeItem('portal.visits')
})

test('offers installation once, on a second day, and only on the home page', async () => {
  const ann = await portal().addUser({ name: 'Ann Again', flags: { access_onbreak: true } })
  watchInstall('2026-03-02')
  const { router, user, leave } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByRole('link', { name: 'On Break' })
  // The browser's own prompt is suppressed too: it would appear at any moment.
  expect(maybeInstalled().defaultPrevented).toBe(true)
  expect(screen.queryByRole('region', { name: 'Install Foyer' })).toBeNull()

  act(() => watchInstall('2026-03-03'))
  maybeInstalled()
  expect(await screen.findByRole('region', { name: 'Install Foyer' })).toBeVisible()
  await act(() => router.navigate({ to: '/profile' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Install Foyer' })).toBeNull())
  await act(() => router.navigate({ to: '/' }))
  await user.click(await screen.findByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Install Foyer' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  leave()
})

test('does not offer installation again on another day without an answer', async () => {
  const ann = await portal().addUser({ name: 'Ann Busy' })
  watchInstall('2026-03-02')
  watchInstall('2026-03-03')
  maybeInstalled()
  await openPage('/', { portal: portal(), as: ann })
  expect(await screen.findByRole('region', { name: 'Install Foyer' })).toBeVisible()
  act(() => watchInstall('2026-03-03'))
  expect(screen.getByRole('region', { name: 'Install Foyer' })).toBeVisible()
  act(() => watchInstall('2026-03-04'))
  maybeInstalled()
  expect(screen.queryByRole('region', { name: 'Install Foyer' })).toBeNull()
  answerInstall()
})

test('never offers installation again after “Not now”', async () => {
  const ann = await portal().addUser({ name: 'Ann No' })
  watchInstall('2026-03-02')
  watchInstall('2026-03-03')
  maybeInstalled()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  act(() => watchInstall('2026-03-04'))
  maybeInstalled()
  expect(screen.queryByRole('region', { name: 'Install Foyer' })).toBeNull()
  expect(prompt).not.toHaveBeenCalled()
  answerInstall()
})

const [IPHONE, IPAD, MAC] = ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 'iPad; CPU OS 12_5 like Mac OS X', 'Macintosh']

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'standalone')
})

test.each([
  ['an iPhone', IPHONE, 5, true],
  ['an iPad of old', IPAD, 5, true],
  ['an iPad, which calls itself a Mac', MAC, 5, true],
  ['a Mac', MAC, 0, false],
])('%s is offered the share menu only if it is a phone or tablet', (_, system, touches, isOne) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${system}) AppleWebKit/605.1.15`)
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touches)
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
  expect(isPhoneSafari()).toBe(isOne)
})
