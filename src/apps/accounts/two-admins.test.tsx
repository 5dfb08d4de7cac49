import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getUser, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { append, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

/** Edits `who` as `as`; meanwhile another admin lets them into Reporting. */
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

test('what another admin has changed meanwhile stays', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Able' })
  expect(await editTogether(ann, boss)).toMatchObject({ access_etl: true, access_reporting: true })
})

test('and so it does where it is about oneself', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  expect(await editTogether(boss, boss)).toMatchObject({ access_etl: true, access_reporting: true })
})

test('a form that was opened before gives back neither a name nor the admin flag', async () => {
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

test('where both have changed the very same it is said, and the second press replaces theirs', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Able' })
  const { user, address } = await openPage(`/frontend-admin/user/${ann.id}/edit`, { portal: portal(), as: boss })
  await append(user, await screen.findByLabelText('Name'), ' Mine')
  const params = { id: ann.id }
  await portal().call(updateUser, { as: boss.token, params, body: { name: 'Ann Theirs', email: ann.email } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else has changed Name to “Ann Theirs” meanwhile. Press Update again to replace it with yours.',
  )
  expect(screen.getByLabelText('Name')).toHaveValue('Ann Able Mine')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist'))
  expect((await portal().call(getUser, { as: boss.token, params })).body.name).toBe('Ann Able Mine')
})

test('who says the same as somebody else, of a department or a manager, is asked nothing', async () => {
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
