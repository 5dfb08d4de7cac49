/** Three buttons of one form can be refused: only the error of the last press is shown. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { fill, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const press = (name: string) => screen.getByRole('button', { name })
const alert = () => screen.getByRole('alert')
const fail = (path: string, detail: string) =>
  network.use(http.put(path, () => HttpResponse.json({ detail }, { status: 503 }), { once: true }))

async function refusedUpdate() {
  const boss = await portal().addUser({ isAdmin: true })
  const [ann, bob] = [await portal().addUser(), await portal().addUser()]
  const { user } = await openPage(`/frontend-admin/user/${bob.id}/edit`, { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Email'), ann.email)
  await user.click(press('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This email address is taken.')
  return user
}

test('shows the refusal of a deactivation instead of an earlier one of Update', async () => {
  const user = await refusedUpdate()
  fail('*/api/users/perms/update/*', 'The portal is restarting.')
  await user.click(press('Deactivate'))
  await waitFor(() => expect(alert()).toHaveTextContent('The portal is restarting.'))
})

test('clears the refusal of an earlier Update after a deactivation, and after Undo', async () => {
  const user = await refusedUpdate()
  await user.click(press('Deactivate'))
  await screen.findByText(/is deactivated/)
  const shown = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  expect(shown().join()).not.toContain('taken')
  fail('*/api/users/perms/update/*', 'The portal is restarting.')
  await user.click(press('Undo'))
  expect(await screen.findByText('The portal is restarting.')).toBeVisible()
  await user.click(press('Undo'))
  await waitFor(() => expect(screen.queryByText(/is deactivated/)).toBeNull())
  expect(screen.queryByText('The portal is restarting.')).toBeNull()
})
