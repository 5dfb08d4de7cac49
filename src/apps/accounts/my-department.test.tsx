import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { session } from '#src/api/session.ts'
import { fill, openPage, slowLine, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('a department that is answered late takes back no name that was saved since', async () => {
  const ann = await portal().addUser({ name: 'Ann', flags: { isCEP: true } })
  await portal().addUser({ dept: 'Warehouse' })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  const press = async (region: string) =>
    user.click(within(screen.getByRole('region', { name: region })).getByRole('button', { name: 'Update' }))
  await screen.findByRole('option', { name: 'Warehouse' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Warehouse')
  const line = slowLine(http.put, '*/api/users/myperms/')
  await press('Permissions/Settings')
  await waitFor(() => expect(line.calls()).toBe(1))
  await fill(user, screen.getByLabelText('Name'), 'Ann Newname')
  await press('Account')
  await screen.findByText('Saved.')
  line.release()
  await waitFor(() => expect(session.get()?.permissions.empType).toBe('Warehouse'))
  expect(session.get()?.name).toBe('Ann Newname')
})
