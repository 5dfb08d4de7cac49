import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { updateMyPermissions } from '#contract/apps/accounts.ts'
import { getHealth } from '#contract/apps/portal.ts'
import { send } from '#src/api/call.ts'
import { session } from '#src/api/session.ts'
import { append, fill, network, offlineHandler, openPage, sessionOf, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const field = (label: string) => screen.findByLabelText(label)
const button = (name: string) => screen.findByRole('button', { name })

test('signs in and goes to the requested page', async () => {
  const ann = await portal().addUser({ name: 'Ann Able', email: 'ann@example.com' })
  const { user, address } = await openPage('/profile')
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fprofile'))
  await fill(user, await field('Email'), 'ANN@example.com')
  await fill(user, await field('Password'), ann.password)
  await user.click(await button('Sign In'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toHaveFocus())
  expect(address()).toBe('/profile')
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({
    _id: ann.id,
    id: ann.id,
    name: 'Ann Able',
  })
})

test('keeps the requested page across a visit to the register form', async () => {
  const ann = await portal().addUser()
  const { user, address } = await openPage('/profile')
  await user.click(await screen.findByRole('link', { name: 'Register' }))
  expect(await screen.findByRole('heading', { name: 'Register' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Sign In' }))
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fprofile'))
  await fill(user, await field('Email'), ann.email)
  await fill(user, await field('Password'), ann.password)
  await user.click(await button('Sign In'))
  await waitFor(() => expect(address()).toBe('/profile'))
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/login'])(
  'never leaves for %s after sign-in',
  async (target) => {
    const ann = await portal().addUser()
    const { user, address } = await openPage(`/login?redirect=${encodeURIComponent(target)}`)
    await fill(user, await field('Email'), ann.email)
    await fill(user, await field('Password'), ann.password)
    await user.click(await button('Sign In'))
    expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
    expect(address()).toBe('/')
  },
)

test('shows a refusal in the server’s words and keeps what was typed', async () => {
  const { user } = await openPage('/')
  await fill(user, await field('Email'), 'nobody@example.com')
  await fill(user, await field('Password'), 'wrong password')
  await user.click(await button('Sign In'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong.')
  expect(await field('Email')).toHaveValue('nobody@example.com')
  expect(await field('Password')).toHaveValue('wrong password')
})

test('names empty fields before anything is sent', async () => {
  const { user } = await openPage('/login')
  for (const label of ['Email', 'Password']) expect(await field(label)).toBeRequired()
  await user.click(await button('Sign In'))
  expect(await screen.findByText('Email is required.')).toBeVisible()
  expect(await screen.findByText('Password is required.')).toBeVisible()
})

test('replaces the server’s error with the form’s own, and focuses the first wrong field', async () => {
  const { user } = await openPage('/login')
  await fill(user, await field('Email'), 'nobody@example.com')
  await fill(user, await field('Password'), 'wrong password')
  await user.click(await button('Sign In'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong.')
  await user.clear(await field('Password'))
  await user.click(await button('Sign In'))
  expect(await field('Password')).toHaveAccessibleDescription('Password is required.')
  expect(await field('Password')).toBeInvalid()
  expect(await field('Password')).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  { screen: 'register', path: '/register', label: 'Password', press: 'Register', isNew: false },
  { screen: 'the profile', path: '/profile', label: 'New Password', press: 'Update', isNew: false },
  { screen: 'a first password', path: '/', label: 'New Password', press: 'Set Password', isNew: true },
])('on $screen, reports two differing passwords, too short or not', async ({ path, label, press, isNew }) => {
  const as = path === '/register' ? undefined : await portal().addUser({ changedPassword: !isNew })
  const { user } = await openPage(path, as && { portal: portal(), as })
  await fill(user, await field(label), 'short')
  await fill(user, await field('Confirm Password'), 'shorter')
  await user.click(await button(press))
  expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
  expect(await field(label)).toHaveAccessibleDescription(/^A password needs at least 8 characters\./)
})

test('says so when signing in offline, and keeps what was typed', async () => {
  const { user } = await openPage('/login')
  await fill(user, await field('Email'), 'ann@example.com')
  await fill(user, await field('Password'), 'some password')
  network.use(offlineHandler)
  await user.click(await button('Sign In'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  expect(await field('Password')).toHaveValue('some password')
})

test('registers an account without any rights', async () => {
  const { user } = await openPage('/register')
  for (const label of ['Name', 'Email Address', 'Password', 'Confirm Password']) {
    expect(await field(label)).toBeRequired()
    // Exactly, so that a search by label finds the field.
    expect(screen.getByText(label, { selector: 'label' })).toHaveTextContent(new RegExp(`^${label}$`))
  }
  await fill(user, await field('Name'), 'Grace Hopper')
  await fill(user, await field('Email Address'), 'Grace@Example.com')
  await fill(user, await field('Password'), 'compile it twice')
  await fill(user, await field('Confirm Password'), 'compile it once')
  await user.click(await button('Register'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
  // The sentence is shown only above the form; it describes the focused field.
  expect(await field('Confirm Password')).toHaveFocus()
  expect(await field('Confirm Password')).toHaveAccessibleDescription('Passwords do not match.')
  await user.clear(await field('Confirm Password'))
  expect(await field('Confirm Password')).not.toHaveAccessibleDescription()
  await fill(user, await field('Confirm Password'), 'compile it twice')
  await user.click(await button('Register'))
  expect(await screen.findByText("You don't have access to any apps yet.")).toBeVisible()
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({
    email: 'grace@example.com',
    permissions: { changed_password: true },
  })
})

test('shows a taken address under its field', async () => {
  await portal().addUser({ email: 'taken@example.com' })
  const { user } = await openPage('/register')
  await fill(user, await field('Name'), 'Grace')
  await fill(user, await field('Email Address'), 'taken@example.com')
  await fill(user, await field('Password'), 'compile it twice')
  await fill(user, await field('Confirm Password'), 'compile it twice')
  await user.click(await button('Register'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This email address is taken.')
  expect(await field('Email Address')).toHaveAccessibleDescription('This email address is taken.')
  expect(await field('Email Address')).toHaveFocus()
})

test.each(['/', '/profile', '/app/onbreak', '/no/such/page', '/login'])(
  'requires a temporary password to be changed first, also at %s',
  async (path) => {
    const ann = await portal().addUser({ changedPassword: false })
    const { user } = await openPage(path, { portal: portal(), as: ann })
    expect(await screen.findByRole('heading', { name: 'Set Password' })).toBeVisible()
    await user.click(await button('Set Password'))
    expect(await screen.findByText('Password is required.')).toBeVisible()
    await user.click(await screen.findByRole('link', { name: 'Sign Out' }))
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible()
  },
)

test('the new password opens the portal', async () => {
  const ann = await portal().addUser({ changedPassword: false })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await fill(user, await field('New Password'), 'my own password')
  await fill(user, await field('Confirm Password'), 'my own passw0rd')
  await user.click(await button('Set Password'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
  await fill(user, await field('Confirm Password'), 'my own password')
  await user.click(await button('Set Password'))
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('the profile changes name and email, and the stored session with it', async () => {
  const ann = await portal().addUser({ name: 'Ann', email: 'ann.old@example.com' })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  for (const label of ['Name', 'Email']) expect(await field(label)).toBeRequired()
  expect(await field('New Password')).not.toBeRequired()
  expect(await field('New Password')).toHaveAccessibleDescription('Leave it empty to keep yours.')
  await fill(user, await field('Name'), 'Ann Newname')
  await user.click(await button('Update'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ name: 'Ann Newname', token: ann.token })
  await fill(user, await field('New Password'), 'another password')
  await user.click(await button('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
  await user.clear(await field('Name'))
  await fill(user, await field('Confirm Password'), 'another password')
  await user.click(await button('Update'))
  expect(await screen.findByText('Name is required.')).toBeVisible()
})

test.each([
  { screen: 'the profile', path: '/profile', isNew: false },
  { screen: 'a first password', path: '/', isNew: true },
])('on $screen, a late response replaces nobody who has signed in meanwhile', async ({ path, isNew }) => {
  const ann = await portal().addUser({ changedPassword: !isNew })
  const [gone, next] = [await sessionOf(portal(), ann), await sessionOf(portal(), await portal().addUser())]
  const { user } = await openPage(path, { portal: portal(), as: ann })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked = new Promise<void>((resolve) => {
    network.use(
      http.put('*/api/users/profile/update/', async () => {
        resolve()
        await answered
        return HttpResponse.json(gone)
      }),
      http.put('*/api/users/myperms/', () => HttpResponse.json(gone.permissions)),
    )
  })
  await fill(user, await field('New Password'), 'my own password')
  await user.type(await field('Confirm Password'), 'my own password{Enter}')
  await asked
  // In another tab.
  act(() => session.set(null))
  act(() => session.set(next))
  answer()
  // Two more calls, so that everything that the response triggers is over.
  await act(() => send(getHealth))
  await act(() => send(getHealth))
  expect(session.get()).toEqual(next)
})

test('asks before leaving an unsaved name, but not after it was saved', async () => {
  const ann = await portal().addUser()
  const { user, address } = await openPage('/profile', { portal: portal(), as: ann })
  const leave = async () => user.click(screen.getByRole('link', { name: 'Release notes' }))
  await append(user, await field('Name'), ' Newname')
  await leave()
  await user.click(within(await screen.findByRole('dialog', { name: 'Unsaved changes' })).getByText('Stay'))
  expect(await field('Name')).toHaveValue(`${ann.name} Newname`)
  await user.click(await button('Update'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  await leave()
  await waitFor(() => expect(address()).toBe('/versions'))
})

test('lets only company employees choose a department, without Everyone', async () => {
  const [plain, employee] = [await portal().addUser(), await portal().addUser({ flags: { isCEP: true } })]
  await portal().addUser({ dept: 'Warehouse' })
  await portal().addUser({ dept: 'Accounts' })
  const first = await openPage('/profile', { portal: portal(), as: plain })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  expect(screen.queryByText('Permissions/Settings')).toBeNull()

  first.leave()
  const { user } = await openPage('/profile', { portal: portal(), as: employee })
  const select = await field('Department')
  await screen.findByRole('option', { name: 'Warehouse' })
  const names = [...select.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(names).toEqual(['Select a department', 'Accounts', 'Warehouse'])
  const section = screen.getByRole('region', { name: 'Permissions/Settings' })
  const update = section.querySelector('button') as HTMLButtonElement
  await user.click(update)
  expect(await screen.findByText('Select an employee type!')).toBeVisible()
  expect(select).toHaveFocus()
  expect(select).toHaveAccessibleDescription('Select an employee type!')
  await user.selectOptions(select, 'Warehouse')
  await user.click(update)
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '').permissions.empType).toBe('Warehouse')
})

test('tells a department manager why they cannot choose one, in the server’s words', async () => {
  const manager = await portal().addUser({ flags: { isCEP: true, isCepDeptManager: true }, dept: 'Accounts' })
  await openPage('/profile', { portal: portal(), as: manager })
  expect(await field('Department')).toBeDisabled()
  const refused = await portal().call(updateMyPermissions, { as: manager.token, body: { empType: 'Accounts' } })
  expect(refused.status).toBe(403)
  expect(screen.getByText(refused.body.detail)).toBeVisible()
})

test('shows the department while offline, without an error, and says that it cannot be changed', async () => {
  const as = await portal().addUser({ flags: { isCEP: true }, dept: 'Accounts' })
  network.use(offlineHandler)
  await openPage('/profile', { portal: portal(), as })
  expect(await screen.findByText(/The department can be changed once the portal is back/)).toBeVisible()
  expect(await field('Department')).toHaveDisplayValue('Accounts')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows an admin’s change when the window gets the focus again', async () => {
  const ann = await portal().addUser({ flags: { isCEP: true } })
  await openPage('/', { portal: portal(), as: ann })
  expect(await screen.findByText('Videos')).toBeVisible()
  await portal().deps.db.updateTable('user').set({ is_admin: 1 }).where('id', '=', ann.id).execute()
  expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull()
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('button', { name: 'Admin' })).toBeVisible()
})

test('shows the sign-in page with the reason when the server ends the session', async () => {
  const ann = await portal().addUser()
  const { address } = await openPage('/profile', { portal: portal(), as: ann })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  await portal().deps.db.deleteFrom('session').where('user_id', '=', ann.id).execute()
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fprofile'))
  await waitFor(() => expect(screen.getByText('Your session has ended. Please sign in again.')).toBeVisible())
})

test('remembers the page when the session ends in another tab', async () => {
  const ann = await portal().addUser()
  const { address } = await openPage('/profile', { portal: portal(), as: ann })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  localStorage.removeItem('userInfo')
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fprofile'))
})

test('says in this tab too why the server ended the session in another', async () => {
  await openPage('/profile', { portal: portal(), as: await portal().addUser() })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  // The state in which the other tab leaves the storage.
  localStorage.setItem('portal.ended', 'Your session has ended.')
  localStorage.removeItem('userInfo')
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible()
})

test('starts at home after a sign-out, not on the page that was left', async () => {
  const [ann, bob] = [await portal().addUser(), await portal().addUser()]
  const { user, address } = await openPage('/profile', { portal: portal(), as: ann })
  await append(user, await field('Name'), ' not saved')
  await user.click(await button('Sign out'))
  const asked = within(await screen.findByRole('dialog'))
  await user.click(asked.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(address()).toBe('/login'))
  await fill(user, await field('Email'), bob.email)
  await fill(user, await field('Password'), bob.password)
  await user.click(await button('Sign In'))
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
  expect(address()).toBe('/')
})
