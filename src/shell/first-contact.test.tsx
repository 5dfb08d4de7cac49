/** A launch on a line that is there, and that nothing comes through. */
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { network, openPage, withPortal } from '#tests/page.tsx'

// Heard of the portal is what this page has not yet: no other test's page may have, either.
vi.resetModules()

const { portal } = withPortal()

afterEach(() => void vi.useRealTimers())

test('is “Connecting…” until the portal has answered', async () => {
  const ann = await portal().addUser()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(http.all('*/api/*', () => answered.then(() => HttpResponse.json([]))))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await openPage('/', { portal: portal(), as: ann })
  expect(await screen.findByRole('button', { name: 'Online' })).toBeVisible()
  await act(async () => vi.advanceTimersByTime(3_000))
  expect(screen.getByRole('button', { name: 'Connecting…' })).toBeVisible()
  await act(async () => answer())
  expect(await screen.findByRole('button', { name: 'Online' })).toBeVisible()
})
