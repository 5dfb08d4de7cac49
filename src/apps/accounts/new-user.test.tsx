import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createPermissions, listUsers, login, registerOther } from '#contract/apps/accounts.ts'
import { createTodo, listUserTasks, startOnboarding } from '#contract/apps/checklist.ts'
import { reportReachable } from '#src/api/connection.ts'
import { departments } from '#src/api/departments.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { fill, holdRequests, loseFirstAnswer, network, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

const PATH = '/app/onboarding/new-user'
const button = (name: string) => screen.getByRole('button', { name })

async function fillIn(user: UserEvent, over: Partial<Record<string, string>> = {}): Promise<void> {
  const values = {
    Name: 'Nia New',
    Email: 'Nia@Example.com',
    'Temporary Password': 'for the first day',
    'Confirm Password': 'for the first day',
    ...over,
  }
  for (const [label, text] of Object.entries(values)) {
    const field = await screen.findByLabelText(label)
    if (text) await fill(user, field, text)
    else await user.clear(field)
  }
}

const named = async (boss: TestUser, email: string): Promise<{ _id: number }[]> =>
  (await portal().call(listUsers, { as: boss.token })).body.filter((each: { email: string }) => each.email === email)

async function openAs() {
  const boss = await portal().addUser({ isAdmin: true })
  await portal().addUser({ dept: 'Sales' })
  const page = await openPage(PATH, { portal: portal(), as: boss })
  await screen.findByRole('option', { name: 'Sales' })
  return { ...page, boss }
}

test('says where departments are made until there is one', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user, address, leave } = await openPage(PATH, { portal: portal(), as: boss })
  expect(await screen.findByText(/^There are no departments yet\./)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Departments' }))
  await waitFor(() => expect(address()).toBe('/app/onboarding/departments'))
  leave()
  await openAs()
  expect(screen.queryByText(/^There are no departments yet\./)).toBeNull()
})

test('requires all four fields, equal passwords and a department, in the spec’s words', async () => {
  const { user } = await openAs()
  for (const label of ['Name', 'Email', 'Temporary Password', 'Confirm Password', 'Department'])
    expect(screen.getByLabelText(label)).toBeRequired()
  await user.click(button('Create'))
  for (const sentence of ['Name is required.', 'Email is required.', 'Confirm Password is required.'])
    expect(await screen.findByText(sentence)).toBeVisible()
  await fillIn(user, { 'Confirm Password': 'something else' })
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
  await fillIn(user)
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Select an employee type!')
  expect(screen.getByLabelText('Department')).toBeInvalid()
  expect(screen.getByLabelText('Department')).toHaveFocus()
  await fillIn(user, { 'Temporary Password': 'short' })
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
  expect(screen.getByLabelText('Temporary Password')).toHaveFocus()
  await fillIn(user)
  for (let press = 1; press <= 3; press++) {
    await user.click(button('Create'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Select an employee type!')
  }
  expect(screen.getByLabelText('Name')).toHaveValue('Nia New')
})

test('reports differing passwords and a missing department at one press', async () => {
  const { user } = await openAs()
  await fillIn(user, { 'Confirm Password': 'something else' })
  await user.click(button('Create'))
  expect(await screen.findByText('Passwords do not match.')).toBeVisible()
  expect(screen.getByText('Select an employee type!')).toBeVisible()
  expect(screen.getByLabelText('Department')).toHaveAccessibleDescription('Select an employee type!')
  expect(screen.getByLabelText('Confirm Password')).toHaveFocus()
  await fillIn(user)
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Select an employee type!')
  expect(screen.getByText('Select an employee type!')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect(await screen.findByText(/was added, and can sign in/)).toBeVisible()
})

test('makes the account, its permissions and its checklist in three steps', async () => {
  const { user, boss } = await openAs()
  const body = { empType: 'Sales', customMessage: 'Meet the team', moreInfo: 'At ten', isOffboarding: false }
  await portal().call(createTodo, { as: boss.token, body })
  await fillIn(user, { Email: 'Three@Example.com' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  await waitFor(() => expect(screen.getByText(/was added/)).toHaveFocus())
  const [made] = await named(boss, 'three@example.com')
  const tasks = await portal().call(listUserTasks, { as: boss.token, params: { id: made?._id ?? 0 } })
  expect(tasks.body).toMatchObject([{ customMessage: 'Meet the team' }])
})

test('offers an empty form with the focus in the name for another user', async () => {
  const { user } = await openAs()
  await fillIn(user, { Email: 'first@example.com' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  await user.click(await screen.findByRole('button', { name: 'Add another' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  for (const label of ['Name', 'Email', 'Temporary Password']) expect(screen.getByLabelText(label)).toHaveValue('')
  // The department stays, since several new people in a row mostly share it.
  expect(screen.getByLabelText('Department')).toHaveValue('Sales')
  expect(screen.getByLabelText('Admin')).not.toBeChecked()
})

test('ignores typing while the form is being sent', async () => {
  const { user } = await openAs()
  await fillIn(user, { Email: 'slow@example.com' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  const line = holdRequests(http.post, '*/api/users/registerother/')
  await user.click(button('Create'))
  await waitFor(() => expect(line.calls()).toBe(1))
  expect(screen.getByLabelText('Name').closest('[inert]')).not.toBeNull()
  line.release()
  expect(await screen.findByText(/was added/)).toHaveTextContent('Nia New was added')
})

test('keeps no half-filled form when the session ends after the user was added', async () => {
  const { user, boss, address } = await openAs()
  await fillIn(user, { Email: 'done@example.com' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  await screen.findByText(/was added/)
  session.end(boss.token)
  await screen.findByText('Your session has ended. Please sign in again.')
  await fill(user, screen.getByLabelText('Email'), boss.email)
  await fill(user, screen.getByLabelText('Password'), boss.password)
  await user.click(button('Sign In'))
  await waitFor(() => expect(address()).toBe(PATH))
  expect(await screen.findByLabelText('Name')).toHaveValue('')
  expect(screen.getByLabelText('Email')).toHaveValue('')
})

test('asks before leaving a form with typed values, but not an empty one', async () => {
  const { user, address } = await openAs()
  await fill(user, screen.getByLabelText('Name'), 'Nia')
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(dialog.getByRole('button', { name: 'Stay' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await waitFor(() => expect(address()).toBe('/profile'))
})

test('shows a taken address under its field and keeps what was typed', async () => {
  const { user, boss } = await openAs()
  await fillIn(user, { Email: boss.email })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect((await screen.findAllByText('This email address is taken.')).length).toBeGreaterThan(0)
  await fillIn(user, { Email: 'free@example.com' })
  await user.click(button('Create'))
  expect(await screen.findByText(/was added/)).toBeVisible()
})

test.each([
  ['the account', registerOther, 'lost', 'Create'],
  ['the permissions', createPermissions, 'refused', 'Go on'],
  ['the permissions', createPermissions, 'lost', 'Go on'],
  ['the checklist', startOnboarding, 'refused', 'Go on'],
  ['the checklist', startOnboarding, 'lost', 'Go on'],
] as const)('resumes after a failure of %s: one user, one of everything ($2)', async (_, call, how, word) => {
  const { user, boss } = await openAs()
  const email = `${call.path.split('/')[3]}.${how}@example.com`
  let isBroken = true
  const path = `*${call.path.replace(/:id\/$/, ':id/')}`
  network.use(
    http.post(path, async ({ request }) => {
      if (!isBroken) return undefined
      isBroken = false
      if (how === 'refused') return HttpResponse.json({ detail: 'Not just now.' }, { status: 503 })
      // The call takes effect, but its response is lost.
      const headers = Object.fromEntries(request.headers)
      await portal().app.inject({
        method: 'POST',
        url: new URL(request.url).pathname,
        headers,
        payload: await request.text(),
      })
      return HttpResponse.error()
    }),
  )
  await fillIn(user, { Email: email })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toBeVisible()
  // The page took the lost response for a lost connection; this reports the portal as reachable again.
  reportReachable()
  await user.click(await screen.findByRole('button', { name: word }))
  expect(await screen.findByText(/was added/)).toBeVisible()
  expect(await named(boss, email)).toHaveLength(1)
})

test('restores an unfinished registration after leaving, and can drop it', async () => {
  const { user, boss, leave } = await openAs()
  let isBroken = true
  network.use(
    http.post('*/api/checklist/newuser/:id/', () =>
      isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 503 }) : undefined,
    ),
  )
  await fillIn(user, { Email: 'half@example.com' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect(await screen.findByText('Not just now.')).toBeVisible()
  // The registration is stored, so leaving needs no confirmation.
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await waitFor(() => expect(screen.queryByLabelText('Temporary Password')).toBeNull())
  leave()
  expect(JSON.stringify(localStorage)).not.toContain('for the first day')

  const again = await openPage(PATH, { portal: portal(), as: boss })
  expect(await screen.findByText(/but not the checklist/)).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('half@example.com')
  await again.user.click(button('Add somebody else'))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  expect(screen.getByLabelText('Name')).toHaveValue('')
  await fillIn(again.user, { Email: 'other.half@example.com' })
  await again.user.click(button('Create'))
  expect(await screen.findByText('Not just now.')).toBeVisible()
  again.leave()

  isBroken = false
  const last = await openPage(PATH, { portal: portal(), as: boss })
  await last.user.click(await screen.findByRole('button', { name: 'Go on' }))
  expect(await screen.findByText(/was added/)).toBeVisible()
  last.leave()
  await openPage(PATH, { portal: portal(), as: boss })
  expect(await screen.findByRole('button', { name: 'Create' })).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('')
})

test.each([
  ['same', 'for the first day'],
  ['other', 'for the second day'],
])('goes on after a lost answer and a reload, with the $0 temporary password', async (which, password) => {
  const { user, boss, leave } = await openAs()
  const email = `lost.${which}@example.com`
  loseFirstAnswer(http.post, '*/api/users/registerother/')
  await fillIn(user, { Email: email })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The portal cannot be reached/)
  leave()
  expect(JSON.stringify(localStorage)).not.toContain('for the first day')
  reportReachable()

  const again = await openPage(PATH, { portal: portal(), as: boss })
  expect(await screen.findByText(/^The portal has not confirmed this account yet/)).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue(email)
  await fill(again.user, screen.getByLabelText('Temporary Password'), password)
  await fill(again.user, screen.getByLabelText('Confirm Password'), password)
  await again.user.click(button('Create'))
  expect(await screen.findByText(/was added, and can sign in with the temporary password/)).toBeVisible()
  expect(await named(boss, email)).toHaveLength(1)
  const signedIn = await portal().call(login, { body: { username: email, password } })
  expect(signedIn.body).toMatchObject({ name: 'Nia New', permissions: { isCEP: true, empType: 'Sales' } })
  const [made] = await named(boss, email)
  // The checklist is there: it is not made anew.
  const checklist = await portal().call(startOnboarding, { as: boss.token, params: { id: made?._id ?? 0 } })
  expect(checklist.status).toBe(200)
})

test('leaves an account alone whose answer was lost and whose person has chosen a password since', async () => {
  const { user, boss, leave } = await openAs()
  const email = 'in.use@example.com'
  const sent = vi.fn()
  loseFirstAnswer(http.post, '*/api/users/registerother/', sent)
  await fillIn(user, { Email: 'In.Use@Example.com' })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The portal cannot be reached/)
  // Lowercased on the page, as at sign-in: another server may tell letters apart.
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ email }))
  leave()
  reportReachable()
  await portal().deps.db.updateTable('user').set({ changed_password: 1 }).where('email', '=', email).execute()
  const again = await openPage(PATH, { portal: portal(), as: boss })
  for (const label of ['Temporary Password', 'Confirm Password'])
    await fill(again.user, await screen.findByLabelText(label), 'another one for now')
  await again.user.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This person has an account already/)
  const first = await portal().call(login, { body: { username: email, password: 'for the first day' } })
  expect(first.status).toBe(200)
  expect(screen.queryByText(/has not confirmed/)).toBeNull()
})

test('forgets a registration that was refused', async () => {
  const { user, boss, leave } = await openAs()
  await fillIn(user, { Email: boss.email })
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await user.click(button('Create'))
  expect((await screen.findAllByText('This email address is taken.')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/has not confirmed/)).toBeNull()
  leave()
  await openPage(PATH, { portal: portal(), as: boss })
  expect(await screen.findByLabelText('Email')).toHaveValue('')
})

test('keeps the departments and the choice if they cannot be refreshed', async () => {
  const { user } = await openAs()
  const field = screen.getByRole('combobox', { name: 'Department' })
  await user.selectOptions(field, 'Sales')
  network.use(http.get('*/api/*', () => HttpResponse.error()))
  await act(() => queryClient.refetchQueries({ queryKey: departments.queryKey }))
  await waitFor(() => expect(queryClient.getQueryState(departments.queryKey)?.status).toBe('error'))
  expect(field).toHaveValue('Sales')
})
