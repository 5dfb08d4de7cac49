import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, withPortal } from '#tests/page.tsx'

withPortal()
afterEach(() => void vi.useRealTimers())

test('a screen whose code does not come within two minutes offers to try again', async () => {
  const { router } = await openPage('/register')
  await screen.findByRole('heading', { name: 'Register' })
  // A stalled connection: the code neither loads nor fails.
  router.routesById['/login'].options.component = Object.assign(() => null, {
    preload: () => new Promise<void>(() => {}),
  })
  vi.useFakeTimers()
  void router.navigate({ to: '/login' })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByText('Loading...')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(121_000))
  expect(screen.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible()
  expect(screen.getByText(/Its code could not be loaded/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
