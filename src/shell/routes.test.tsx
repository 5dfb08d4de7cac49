import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import { queryClient } from '#src/api/query-client.ts'
import { profile } from '#src/apps/accounts/queries.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

/** Every route of spec §2, with the page that a person without any right and an admin without any flag get to. */
const ROUTES: readonly (readonly [path: string, plain: string, admin: string])[] = [
  ['/', '/', '/'],
  ['/login', '/', '/'],
  ['/register', '/', '/'],
  ['/profile', '/profile', '/profile'],
  ['/versions', '/versions', '/versions'],
  ['/version/1/edit', '/', '/version/1/edit'],
  ['/app/etl', '/', '/app/etl'],
  ['/app/vid', '/', '/app/vid'],
  ['/app/onbreak', '/app/onbreak', '/app/onbreak'],
  ['/app/onbreak/1/edit', '/app/onbreak', '/app/onbreak'],
  ['/app/onbreak/types', '/app/onbreak', '/app/onbreak'],
  ['/app/onbreak/displays', '/app/onbreak', '/app/onbreak/displays'],
  ['/app/mood-report', '/', '/app/mood-report'],
  ['/app/reporting', '/app/reporting', '/app/reporting'],
  ['/app/onboarding', '/', '/app/onboarding'],
  ['/app/onboarding/new-user', '/', '/app/onboarding/new-user'],
  ['/app/onboarding/old-user', '/', '/app/onboarding/old-user'],
  ['/app/onboarding/todos', '/', '/app/onboarding/todos'],
  ['/app/onboarding/todos/1/edit', '/', '/app/onboarding/todos/1/edit'],
  ['/app/onboarding/departments', '/', '/app/onboarding/departments'],
  ['/app/onboarding/departments/1/edit', '/', '/app/onboarding/departments/1/edit'],
  ['/app/onboarding/1', '/', '/app/onboarding/1'],
  ['/app/nothing-here', '/app/nothing-here', '/app/nothing-here'],
  ['/frontend-admin/userlist', '/', '/frontend-admin/userlist'],
  ['/frontend-admin/user/1/edit', '/', '/frontend-admin/user/1/edit'],
  ['/frontend-admin/applicationlist', '/', '/frontend-admin/applicationlist'],
  ['/frontend-admin/application/1/edit', '/', '/frontend-admin/application/1/edit'],
  ['/frontend-admin/productlist/?keyword=a&page=2', '/', '/frontend-admin/applicationlist?keyword=a&page=2'],
  ['/frontend-admin/audit', '/', '/frontend-admin/audit'],
  ['/frontend-admin/import', '/', '/frontend-admin/import'],
  ['/no/such/page', '/no/such/page', '/no/such/page'],
]

const heading = () => screen.findByRole('heading', { level: 1 })

describe('who may open what', () => {
  test.each(ROUTES)('%s', async (path, forPlain, forAdmin) => {
    const anonymous = await openPage(path)
    expect(await heading()).toHaveTextContent(path === '/register' ? 'Register' : 'Sign In')
    const [plain, admin] = [await portal().addUser(), await portal().addUser({ isAdmin: true })]
    anonymous.leave()

    const asPlain = await openPage(path, { portal: portal(), as: plain })
    await waitFor(() => expect(asPlain.address()).toBe(forPlain))
    await heading()
    asPlain.leave()

    const asAdmin = await openPage(path, { portal: portal(), as: admin })
    await waitFor(() => expect(asAdmin.address()).toBe(forAdmin))
    await heading()
  })
})

test.each([
  ['isCEP', '/app/vid', 'Videos'],
  ['access_reporting', '/app/reporting', 'Reporting'],
] as const)('%s opens %s', async (flag, path, title) => {
  const ann = await portal().addUser({ flags: { [flag]: true } })
  const { address } = await openPage(path, { portal: portal(), as: ann })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(address()).toBe(path)
})

test('a right that was given since the device last heard of it opens its screen at once', async () => {
  const [boss, ann] = [await portal().addUser({ isAdmin: true }), await portal().addUser()]
  const { router, address } = await openPage('/', { portal: portal(), as: ann })
  await waitFor(() => expect(queryClient.getQueryData(profile.queryKey)).toBeDefined())
  await portal().call(updatePermissions, { as: boss.token, params: { id: ann.id }, body: { access_etl: true } })
  await router.navigate({ to: '/app/etl' })
  expect(await heading()).toHaveTextContent('ETL Viewer')
  expect(address()).toBe('/app/etl')
})

test('offline, the rights stored on the device decide', async () => {
  const { router, address } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await waitFor(() => expect(queryClient.getQueryData(profile.queryKey)).toBeDefined())
  network.use(offlineHandler)
  await router.navigate({ to: '/app/etl' })
  await waitFor(() => expect(address()).toBe('/'))
})

test('an unknown path shows “not found” with a link home', async () => {
  const { user, address } = await openPage('/no/such/page', { portal: portal(), as: await portal().addUser() })
  expect(await heading()).toHaveTextContent('Lost your way?')
  expect(
    screen.getByText("Sorry, we can't find your page. You'll find more to explore on the home page."),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back to home' }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('an application that is not there is named so', async () => {
  await openPage('/app/nothing-here', { portal: portal(), as: await portal().addUser() })
  expect(
    await screen.findByText(
      "An application wasn't found at the current url, it is either currently getting developed or does not exist.",
    ),
  ).toBeVisible()
})

test('an admin without the flag reads which permission reporting needs, and where to give it', async () => {
  const admin = await portal().addUser({ isAdmin: true })
  await openPage('/app/reporting', { portal: portal(), as: admin })
  expect(await screen.findByText(/^This needs the permission Access Reporting\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Edit my permissions' })).toHaveAttribute(
    'href',
    `/frontend-admin/user/${admin.id}/edit`,
  )
})

test('the Admin menu is for admins, with Users, Applications, Displays and the audit log', async () => {
  const { user, leave } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await user.click(await screen.findByRole('button', { name: 'Admin' }))
  expect(await screen.findByRole('menuitem', { name: 'Users' })).toHaveAttribute('href', '/frontend-admin/userlist')
  expect(screen.getByRole('menuitem', { name: 'Applications' })).toHaveAttribute(
    'href',
    '/frontend-admin/applicationlist',
  )
  expect(screen.getByRole('menuitem', { name: 'Displays' })).toHaveAttribute('href', '/app/onbreak/displays')
  expect(screen.getByRole('menuitem', { name: 'Audit Log' })).toHaveAttribute('href', '/frontend-admin/audit')
  leave()
  await openPage('/', { portal: portal(), as: await portal().addUser() })
  expect(await screen.findByRole('link', { name: 'Profile' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull()
})
