import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { getUser, type User } from '#contract/apps/accounts.ts'
import { getBoard, updateBreak } from '#contract/apps/onbreak.ts'
import { eachFlag } from '#contract/who.ts'
import { session } from '#src/api/session.ts'
import { append, fill, network, offlineHandler, openPage, sessionOf, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal, plugIn } = withPortal()

let boss: TestUser
let ann: TestUser
let lead: TestUser
const LIST = '/frontend-admin/userlist'
const add = (over?: Parameters<ReturnType<typeof portal>['addUser']>[0]) => portal().addUser(over)

beforeEach(async () => {
  boss = await add({ name: 'Zoe Boss', isAdmin: true })
  lead = await add({ name: `Lee Lead ${boss.id}`, dept: 'Office', flags: { isCepManager: true } })
  ann = await add({ name: 'Ann Able', dept: 'Depot', manager: lead.id, flags: { isCEP: true, access_mood: true } })
})

const open = async (who = ann, as = boss) => {
  const page = await openPage(`/frontend-admin/user/${who.id}/edit`, { portal: portal(), as })
  await screen.findByLabelText('Name')
  return page
}
const field = (label: string) => screen.getByLabelText(label)
const check = (name: string) => screen.getByRole('checkbox', { name })
const toggle = (name: string) => screen.getByRole('switch', { name })
const select = (name: string) => screen.getByRole('combobox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const of = async (who: TestUser): Promise<User> =>
  (await portal().call(getUser, { as: boss.token, params: { id: who.id } })).body

/** Records the changes that the page sends, and lets them through. */
function overhear() {
  const sent: { path: string; body: unknown; key: string | null }[] = []
  network.use(
    http.put('*/api/users/*', async ({ request }) => {
      const path = new URL(request.url).pathname
      sent.push({ path, body: await request.clone().json(), key: request.headers.get('idempotency-key') })
    }),
  )
  return sent
}

test('shows the present values under the spec’s labels', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Edit User' })).toBeVisible()
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(trail.getByRole('link', { name: 'Users' })).toHaveAttribute('href', LIST)
  expect(trail.getByText('Edit User')).toBeVisible()
  expect(field('Name')).toHaveValue('Ann Able')
  expect(field('Email')).toHaveValue(ann.email)
  for (const label of ['New Password', 'Confirm Password']) expect(field(label)).toHaveValue('')
  expect(check('Is Admin')).not.toBeChecked()
  expect(check('Employee')).toBeChecked()
  for (const name of ['Manager', 'Department Manager']) expect(check(name)).not.toBeChecked()
  expect(screen.getAllByRole('switch').map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Access On-Break',
    'Access ETL Viewer',
    'Access Mood Report',
    'Access Reporting',
    'Admin On-Break',
    'Admin Mood Report',
  ])
  expect(toggle('Access Mood Report')).toBeChecked()
  expect(toggle('Access On-Break')).not.toBeChecked()
  await waitFor(() => expect(select('Department')).toHaveValue('Depot'))
  await waitFor(() => expect(select('Manager')).toHaveValue(lead.name))
})

test('offers departments sorted, with “none” and without Everyone; a search without a match says so', async () => {
  const { user } = await open()
  for (const name of ['Department', 'Manager']) expect(select(name)).toHaveAttribute('placeholder', 'Select...')
  await user.click(select('Department'))
  await screen.findByRole('option', { name: 'Office' })
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names[0]).toBe('No department')
  expect(names).toContain('Depot')
  expect(names).not.toContain('Everyone')
  expect(names.slice(1)).toEqual(names.slice(1).toSorted((a, b) => String(a).localeCompare(String(b))))
  await user.clear(select('Department'))
  await user.type(select('Department'), 'nowhere')
  expect(await screen.findByText('No options')).toBeVisible()
})

test('shows the present manager even if they may no longer be one', async () => {
  const former = await add({ name: 'Fay Former' })
  const bob = await add({ name: 'Bob', manager: former.id })
  const { user } = await open(bob)
  await waitFor(() => expect(select('Manager')).toHaveValue('Fay Former'))
  await user.click(select('Manager'))
  expect(await screen.findByRole('option', { name: lead.name })).toBeVisible()
})

test('sends the account and all permissions, and goes back to the list', async () => {
  const { user, address } = await open()
  const sent = overhear()
  await fill(user, field('Name'), 'Ann Newname')
  await fill(user, field('Email'), `NEW.${ann.email}`)
  await user.click(check('Employee'))
  await user.click(toggle('Access ETL Viewer'))
  await user.click(select('Manager'))
  await user.click(await screen.findByRole('option', { name: 'No manager' }))
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  const flags = eachFlag((flag) => /^access_(mood|etl)$/.test(flag))
  expect(sent).toEqual([
    {
      path: `/api/users/update/${ann.id}/`,
      body: { _id: ann.id, name: 'Ann Newname', email: `new.${ann.email}`, isAdmin: false, password: '' },
      key: null,
    },
    {
      path: `/api/users/perms/update/${ann.id}/`,
      body: { ...flags, cepManager: null, dept: 'Depot', isAdmin: false },
      key: null,
    },
  ])
  expect(await screen.findByText(`new.${ann.email}`)).toBeVisible()
  expect(await of(ann)).toMatchObject({
    name: 'Ann Newname',
    permissions: { isCEP: false, access_etl: true, access_mood: true, empType: 'Depot', myManager: null },
  })
})

test('returns to the list as it was left', async () => {
  const { user, address } = await openPage(`${LIST}?name=able&sort=_id&dir=desc`, { portal: portal(), as: boss })
  await user.click((await screen.findAllByRole('link', { name: 'Edit Ann Able' }))[0] as HTMLElement)
  await screen.findByLabelText('Name')
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(`${LIST}?name=able&sort=_id&dir=desc`))
})

test('sends a changed department by name and a changed manager by id', async () => {
  const { user, address } = await open(await add({ name: 'Nia New' }))
  const sent = overhear()
  await user.click(select('Department'))
  await user.click(await screen.findByRole('option', { name: 'Office' }))
  await user.click(select('Manager'))
  await user.click(await screen.findByRole('option', { name: lead.name }))
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  expect(sent[1]?.body).toMatchObject({ dept: 'Office', cepManager: lead.id })
})

test('keeps a person away on the board when something else is changed', async () => {
  const head = await add({ flags: { onbreak_admin: true } })
  const bob = await add({ name: 'Bob Away', flags: { access_onbreak: true } })
  const away = { status: false, breakType: 'Lunch', customMessage: 'Soup' }
  await portal().call(updateBreak, { as: head.token, params: { id: bob.id }, body: away })
  const { user, address } = await open(bob)
  await user.click(toggle('Access Reporting'))
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  const { body } = await portal().call(getBoard, { as: head.token })
  expect(body.find(({ userId }: { userId: number }) => userId === bob.id)).toMatchObject(away)
})

test('does not send passwords that differ; a new password is temporary', async () => {
  const { user, address } = await open()
  const sent = overhear()
  await fill(user, field('New Password'), 'another password')
  await fill(user, field('Confirm Password'), 'another passw0rd')
  // Refused at every press, not only at the first.
  for (let press = 1; press <= 3; press++) {
    await user.click(button('Update'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
    expect(field('Confirm Password')).toBeInvalid()
  }
  expect(sent).toEqual([])
  await fill(user, field('Confirm Password'), 'another password')
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  expect((await of(ann)).permissions.changed_password).toBe(false)
})

test('names a missing value under its field, which gets the focus', async () => {
  const { user } = await open()
  await user.clear(field('Name'))
  await fill(user, field('New Password'), 'short')
  await user.click(button('Update'))
  expect(field('Name')).toHaveAccessibleDescription('Name is required.')
  expect(field('Name')).toHaveFocus()
  expect(field('New Password')).toHaveAccessibleDescription('A password needs at least 8 characters.')
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match.')
})

test('shows a taken address under its field, and keeps what was typed', async () => {
  const { user } = await open()
  await fill(user, field('Email'), lead.email)
  await user.click(toggle('Access Reporting'))
  await user.click(button('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This email address is taken.')
  expect(field('Email')).toHaveAccessibleDescription('This email address is taken.')
  expect(field('Email')).toHaveFocus()
  expect(field('Email')).toHaveValue(lead.email)
  expect(toggle('Access Reporting')).toBeChecked()
})

test('sends a new password again under the same key after a lost response', async () => {
  const { user, address } = await open()
  let lost: string | null = null
  network.use(
    http.put('*/api/users/update/*', ({ request }) => {
      lost = request.headers.get('idempotency-key')
      return Response.error()
    }),
  )
  for (const label of ['New Password', 'Confirm Password']) await fill(user, field(label), 'another password')
  await user.click(button('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  plugIn()
  const again = overhear()
  await waitFor(() => expect(button('Update')).toBeEnabled())
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  expect(again.map(({ path }) => path)).toEqual([`/api/users/update/${ann.id}/`, `/api/users/perms/update/${ann.id}/`])
  expect(lost).toMatch(/^[0-9a-f-]{36}$/)
  expect(again.map(({ key }) => key)).toEqual([lost, null])
})

test('deactivates at a press, shows it, and reactivates with a department', async () => {
  const bob = await add({ name: 'Bob Gone', dept: 'Depot', manager: lead.id, isAdmin: true, flags: { isCEP: true } })
  const { user, address } = await open(bob)
  const sent = overhear()
  await user.hover(button('Deactivate'))
  const tooltip = 'Removes all permissions, admin status, and dept type for selected user.'
  expect(await screen.findByText(tooltip)).toBeVisible()
  expect(screen.getByRole('tooltip')).toHaveAttribute('data-interactive')
  await append(user, field('Name'), ' Senior')
  await user.click(button('Deactivate'))
  expect(await screen.findByText(/^Choose a department and press Update to let them back in\./)).toBeVisible()
  expect(screen.getByText('Deactivated')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  const taken = { access_onbreak: false, isCEP: false, isAdmin: false, dept: 'deactivated' }
  expect(sent).toMatchObject([{ path: `/api/users/perms/update/${bob.id}/`, body: taken }])
  expect(check('Is Admin')).not.toBeChecked()
  expect(check('Employee')).not.toBeChecked()
  expect(select('Department')).toHaveValue('')
  expect(select('Manager')).toHaveValue(lead.name)
  expect(field('Name')).toHaveValue('Bob Gone Senior')
  expect(button('Deactivate')).toBeDisabled()

  await user.click(select('Department'))
  await user.click(await screen.findByRole('option', { name: 'Office' }))
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  expect(await of(bob)).toMatchObject({
    name: 'Bob Gone Senior',
    deactivated: false,
    permissions: { empType: 'Office', myManager: lead.id },
  })
})

test('reactivates without a department too, but never by accident or by half', async () => {
  const bob = await add({ name: 'Bob Back', deactivated: true })
  const first = await open(bob)
  await append(first.user, field('Name'), ' Again')
  await first.user.click(button('Update'))
  await waitFor(() => expect(first.address()).toBe(LIST))
  expect(await of(bob)).toMatchObject({ name: 'Bob Back Again', deactivated: true })
  first.leave()
  const { user, address } = await open(bob)
  await user.click(select('Department'))
  await user.click(await screen.findByRole('option', { name: 'No department' }))
  await user.click(check('Is Admin'))
  await fill(user, field('Email'), boss.email)
  await user.click(button('Update'))
  await screen.findByRole('alert')
  expect(await of(bob)).toMatchObject({ deactivated: true, isAdmin: false })
  await fill(user, field('Email'), bob.email)
  await user.click(button('Update'))
  await waitFor(() => expect(address()).toBe(LIST))
  expect(await of(bob)).toMatchObject({ deactivated: false, isAdmin: true, permissions: { empType: '' } })
})

test('keeps the last active admin an admin', async () => {
  await portal().deps.db.updateTable('user').set({ is_admin: 0 }).where('id', '!=', boss.id).execute()
  const { user, address } = await open(boss)
  await user.click(check('Is Admin'))
  await user.click(button('Update'))
  const warning = await dialog('Zoe Boss')
  expect(warning.getByText(/You are removing your own admin rights\./)).toBeVisible()
  await user.click(warning.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This is the last active admin. Make somebody else an admin first.',
  )
  expect(check('Is Admin')).not.toBeChecked()
  await user.click(button('Deactivate'))
  await user.click((await dialog('Zoe Boss')).getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^This is the last active admin\./))
  expect(address()).toBe(`/frontend-admin/user/${boss.id}/edit`)
})

test('leads away an admin who drops their own flag, and saves the other changes', async () => {
  await add({ isAdmin: true })
  const { user, address } = await open(boss)
  await append(user, field('Name'), ' Before')
  await user.click(toggle('Access Reporting'))
  await user.click(check('Is Admin'))
  await user.click(button('Update'))
  await user.click((await dialog('Zoe Boss')).getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({
    name: 'Zoe Boss Before',
    isAdmin: false,
    permissions: { access_reporting: true },
  })
})

test('asks before leaving with unsaved changes only', async () => {
  const { user, address } = await open()
  const here = address()
  await append(user, field('Name'), ' Changed')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Users' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Stay' }))
  expect(address()).toBe(here)
  expect(field('Name')).toHaveValue('Ann Able Changed')
  await user.click(screen.getByRole('link', { name: 'Users' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe(LIST))
  expect((await of(ann)).name).toBe('Ann Able')
})

test.each(['999999', 'abc', '0x1', '0'])('%s is nobody', async (id) => {
  await openPage(`/frontend-admin/user/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user.')
})

test('shows nobody while offline, but keeps a user that was opened', async () => {
  const { user, leave } = await open()
  await append(user, field('Name'), ' Kept')
  network.use(offlineHandler)
  await user.click(button('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  expect(button('Update')).toBeDisabled()
  expect(field('Name')).toHaveValue('Ann Able Kept')
  leave()
  session.set(await sessionOf(portal(), boss))
  await openPage(`/frontend-admin/user/${ann.id}/edit`)
  expect(await screen.findByText('Editing a user needs the network. Users are not kept on this device.')).toBeVisible()
})
