import { screen, waitFor, within } from '@testing-library/react'
import { bypass, http } from 'msw'
import { expect, test } from 'vitest'
import { session } from '#src/api/session.ts'
import { fill, holdRequests, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

async function openProfile() {
  const ann = await portal().addUser({ name: 'Ann', flags: { isCEP: true } })
  await portal().addUser({ dept: 'Warehouse' })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  const press = async (region: string) =>
    user.click(within(screen.getByRole('region', { name: region })).getByRole('button', { name: 'Update' }))
  await screen.findByRole('option', { name: 'Warehouse' })
  return { user, press }
}

test('keeps a department that was saved before a late response to a new name', async () => {
  const { user, press } = await openProfile()
  let isTaken = false
  let release = () => {}
  network.use(
    http.put('*/api/users/profile/update/', async ({ request }) => {
      // The request passes this handler once more on its way to the portal.
      if (isTaken) return
      isTaken = true
      const answer = await fetch(bypass(request))
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return answer
    }),
  )
  await fill(user, screen.getByLabelText('Name'), 'Ann Newname')
  await press('Account')
  await user.selectOptions(screen.getByLabelText('Department'), 'Warehouse')
  await press('Permissions/Settings')
  await waitFor(() => expect(session.get()?.permissions.empType).toBe('Warehouse'))
  release()
  await waitFor(() => expect(session.get()?.name).toBe('Ann Newname'))
  expect(session.get()?.permissions.empType).toBe('Warehouse')
})

test('keeps a name that was saved before a late response to a new department', async () => {
  const { user, press } = await openProfile()
  await user.selectOptions(screen.getByLabelText('Department'), 'Warehouse')
  const line = holdRequests(http.put, '*/api/users/myperms/')
  await press('Permissions/Settings')
  await waitFor(() => expect(line.calls()).toBe(1))
  await fill(user, screen.getByLabelText('Name'), 'Ann Newname')
  await press('Account')
  await screen.findByText('Saved.')
  line.release()
  await waitFor(() => expect(session.get()?.permissions.empType).toBe('Warehouse'))
  expect(session.get()?.name).toBe('Ann Newname')
})
