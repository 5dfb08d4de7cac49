/** A tapped notification opens another page while a dialog or the tray is open over this one. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { append, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('a second step while the question is open is asked about as well, and the answer is about it', async () => {
  const ann = await portal().addUser()
  const { user, address, router } = await openPage('/profile', { portal: portal(), as: ann })
  await append(user, await screen.findByLabelText('Name'), ' Newname')
  await user.click(screen.getByRole('link', { name: 'Release notes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await act(async () => void router.navigate({ to: '/', search: { keyword: 'a' } }))
  expect(address()).toBe('/profile')
  await user.click(dialog.getByText('Leave'))
  await waitFor(() => expect(address()).toBe('/?keyword=a'))
})

test('the tray is closed with the page that it is over, and the page that follows has the focus', async () => {
  const { user, router } = await openPage('/profile', { portal: portal(), as: await portal().addUser() })
  await user.click(await screen.findByRole('button', { name: 'Online' }))
  await screen.findByRole('dialog', { name: 'Your changes' })
  await act(() => router.navigate({ to: '/versions' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: 'Versions' })).toHaveFocus()
})

test('another search of the same page closes nothing', async () => {
  const { user, router } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await user.click(await screen.findByRole('button', { name: 'Online' }))
  await screen.findByRole('dialog', { name: 'Your changes' })
  await act(() => router.navigate({ to: '/', search: { keyword: 'a' } }))
  expect(await screen.findByRole('dialog', { name: 'Your changes' })).toBeVisible()
})
