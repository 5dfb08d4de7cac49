import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getUser, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { append, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

/** Edits `who` as `as`, while another admin gives them access to Reporting. */
async function editTogether(who: TestUser, as: TestUser) {
  const other = await portal().addUser({ isAdmin: true })
  const { user, address } = await openPage(`/frontend-admin/user/${who.id}/edit`, { portal: portal(), as })
  await user.click(await screen.findByRole('switch', { name: 'Access ETL Viewer' }))
  const params = { id: who.id }
  await portal().call(updatePermissions, { as: other.token, params, body: { access_reporting: true } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist'))
  return (await portal().call(getUser, { as: other.token, params })).body.permissions
}

test('keeps what another admin has changed meanwhile', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Able' })
  expect(await editTogether(ann, boss)).toMatchObject({ access_etl: true, access_reporting: true })
})

test('keeps it for one’s own account too', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  expect(await editTogether(boss, boss)).toMatchObject({ access_etl: true, access_reporting: true })
})

test('does not restore a name or the admin flag from a form opened earlier', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Able', isAdmin: true })
  const { user, address } = await openPage(`/frontend-admin/user/${ann.id}/edit`, { portal: portal(), as: boss })
  await user.click(await screen.findByRole('switch', { name: 'Access ETL Viewer' }))
  const params = { id: ann.id }
  const body = { name: 'Ann Baker', email: ann.email, isAdmin: false }
  await portal().call(updateUser, { as: boss.token, params, body })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist'))
  expect((await portal().call(getUser, { as: boss.token, params })).body).toMatchObject({
    name: 'Ann Baker',
    isAdmin: false,
    permissions: { access_etl: true },
  })
})

test('reports a conflict in the same field, and the second press replaces the other value', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Able' })
  const { user, address } = await openPage(`/frontend-admin/user/${ann.id}/edit`, { portal: portal(), as: boss })
  await append(user, await screen.findByLabelText('Name'), ' Mine')
  const params = { id: ann.id }
  await portal().call(updateUser, { as: boss.token, params, body: { name: 'Ann Theirs', email: ann.email } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else has changed Name to “Ann Theirs” in the meantime. Press Update again to replace it with yours.',
  )
  expect(screen.getByLabelText('Name')).toHaveValue('Ann Able Mine')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist'))
  expect((await portal().call(getUser, { as: boss.token, params })).body.name).toBe('Ann Able Mine')
})

test('reports no conflict when both admins chose the same department or manager', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Able', dept: 'Sales' })
  const { user, address } = await openPage(`/frontend-admin/user/${ann.id}/edit`, { portal: portal(), as: boss })
  await user.click(await screen.findByRole('combobox', { name: 'Department' }))
  await user.click(await screen.findByRole('option', { name: 'No department' }))
  const params = { id: ann.id }
  await portal().call(updatePermissions, { as: boss.token, params, body: { dept: '' } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist'))
})
