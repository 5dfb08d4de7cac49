import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, withPortal } from '#tests/page.tsx'
import header from './Header.module.css'

const code = vi.hoisted(() => {
  const gate = { arrive: () => {} }
  return Object.assign(gate, { arrived: new Promise<void>((resolve) => (gate.arrive = resolve)) })
})
vi.mock('./AdminMenu.tsx', async (original) => {
  await code.arrived
  return original()
})

const { portal } = withPortal()

test('pressed before its code has come, the Admin menu opens with it; closed, it leaves the focus on its button', async () => {
  const boss = await portal().addUser({ name: 'Boss Early', isAdmin: true })
  const { user } = await openPage('/', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Admin' }))
  expect(screen.queryByRole('menu')).toBeNull()
  code.arrive()
  expect(await screen.findByRole('menuitem', { name: 'Users' })).toBeVisible()
  // The menu adds a class to its button; the header's own, which keeps the button whole on a narrow screen, must stay.
  expect(screen.getByRole('button', { name: 'Admin' })).toHaveClass(String(header.admin))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Admin' })).toHaveFocus())
  expect(screen.queryByRole('menuitem')).toBeNull()
})

test('the Tab key closes the Admin menu and goes on from its button, either way', async () => {
  const boss = await portal().addUser({ name: 'Boss Tab', isAdmin: true })
  const { user } = await openPage('/', { portal: portal(), as: boss })
  const button = await screen.findByRole('button', { name: 'Admin' })
  button.focus()
  await user.tab()
  const next = document.activeElement
  for (const [shift, reached] of [
    [false, () => next],
    [true, () => screen.getByRole('link', { name: 'Foyer' })],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Admin' }))
    const first = await screen.findByRole('menuitem', { name: 'Users' })
    first.focus()
    await user.tab({ shift })
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
    expect(document.activeElement).toBe(reached())
  }
})

test('quick find closes the Admin menu, and returns the focus to its button', async () => {
  const boss = await portal().addUser({ name: 'Boss Find', isAdmin: true })
  const { user } = await openPage('/', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Admin' }))
  const first = await screen.findByRole('menuitem', { name: 'Users' })
  first.focus()
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByLabelText('What to find')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Admin' })).toHaveFocus())
})

test('navigation back or on closes the Admin menu', async () => {
  const boss = await portal().addUser({ name: 'Boss Back', isAdmin: true })
  const { user, router } = await openPage('/', { portal: portal(), as: boss })
  await act(() => router.navigate({ to: '/profile' }))
  await user.click(await screen.findByRole('button', { name: 'Admin' }))
  await screen.findByRole('menuitem', { name: 'Users' })
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
})
