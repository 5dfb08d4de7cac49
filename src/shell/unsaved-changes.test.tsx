/** The question before a form is left, where a notification leads away as well. */
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
