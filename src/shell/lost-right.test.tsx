import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { session } from '#src/api/session.ts'
import { announce } from '#src/lib/announce.ts'
import { announced, append, fill, openPage, sessionOf, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

const SENTENCE = 'You no longer have the right to open the page you were on.'
const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('portal.half-filled'))

const boss = () => portal().addUser({ isAdmin: true })

/** Another admin gives or takes the admin right, and the device of `who` learns of it. */
async function giveAdmin(who: TestUser, isAdmin: boolean): Promise<void> {
  const { token } = await boss()
  await portal().call(updateUser, {
    as: token,
    params: { id: who.id },
    body: { name: who.name, email: who.email, isAdmin },
  })
  session.set(await sessionOf(portal(), who))
}

test.each([
  ['/frontend-admin/import', '/'],
  ['/frontend-admin/userlist', '/'],
  ['/app/onbreak/displays', '/app/onbreak'],
])('a person redirected from %s reads why, also by screen reader, until the next navigation', async (path, landing) => {
  const ann = await boss()
  const { router, address } = await openPage(path, { portal: portal(), as: ann })
  await screen.findByRole('heading', { level: 1 })
  await giveAdmin(ann, false)
  await waitFor(() => expect(address()).toBe(landing))
  expect(await screen.findByText(SENTENCE, { selector: 'main p' })).toBeVisible()
  await waitFor(() => expect(announced()).toBe(SENTENCE))
  await router.navigate({ to: '/profile' })
  await waitFor(() => expect(screen.queryByText(SENTENCE, { selector: 'main p' })).toBeNull())
  router.history.back()
  await waitFor(() => expect(address()).toBe(landing))
  expect(screen.queryByText(SENTENCE, { selector: 'main p' })).toBeNull()
})

test('the changes tray keeps the focus while the screen behind it is replaced', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  const board = await screen.findByRole('heading', { level: 1 })
  await user.click(await screen.findByRole('button', { name: /^Online/ }))
  const tray = await screen.findByRole('dialog', { name: 'Your changes' })
  await waitFor(() => expect(tray).toContainElement(document.activeElement as HTMLElement))
  const { token } = await boss()
  await portal().call(updatePermissions, { as: token, params: { id: ann.id }, body: { access_onbreak: false } })
  session.set(await sessionOf(portal(), ann))
  await waitFor(() => expect(board).not.toBeInTheDocument())
  expect(await screen.findByText(/^This needs the permission Access On-Break/)).toBeVisible()
  expect(tray).toContainElement(document.activeElement as HTMLElement)
})

test('the question before a sign-out keeps the focus during a redirect', async () => {
  const [ann, bob] = [await boss(), await portal().addUser()]
  const path = `/frontend-admin/user/${bob.id}/edit`
  const { address, user } = await openPage(path, { portal: portal(), as: ann })
  await append(user, await screen.findByLabelText('Name'), ' the Second')
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  const stay = await screen.findByRole('button', { name: 'Stay' })
  await waitFor(() => expect(stay).toHaveFocus())
  await giveAdmin(ann, false)
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText('Our Apps')).toBeInTheDocument()
  expect(stay).toHaveFocus()
})

test('losing the right to one app explains the redirect', async () => {
  const ann = await portal().addUser({ flags: { access_etl: true } })
  const { address } = await openPage('/app/etl', { portal: portal(), as: ann })
  await screen.findByRole('heading', { level: 1 })
  const { token } = await boss()
  await portal().call(updatePermissions, { as: token, params: { id: ann.id }, body: { access_etl: false } })
  session.set(await sessionOf(portal(), ann))
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText(SENTENCE, { selector: 'main p' })).toBeVisible()
})

test('a person redirected on entering a page reads no explanation', async () => {
  // Replaces an announcement that is left from the previous test.
  announce('')
  const { address } = await openPage('/app/etl', { portal: portal(), as: await portal().addUser() })
  await waitFor(() => expect(address()).toBe('/'))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('restores typed text once the right is back, but no password', async () => {
  const [ann, bob] = [await boss(), await portal().addUser()]
  const path = `/frontend-admin/user/${bob.id}/edit`
  const { router, address, user } = await openPage(path, { portal: portal(), as: ann })
  await append(user, await screen.findByLabelText('Name'), ' the Second')
  await fill(user, screen.getByLabelText('New Password'), 'a new secret')
  await giveAdmin(ann, false)
  await waitFor(() => expect(address()).toBe('/'))
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a new secret')
  await giveAdmin(ann, true)
  await router.navigate({ to: '/frontend-admin/user/$id/edit', params: { id: String(bob.id) } })
  expect(await screen.findByLabelText('Name')).toHaveValue(`${bob.name} the Second`)
  expect(screen.getByLabelText('New Password')).toHaveValue('')
  expect(kept()).toEqual([])
})

test('removing one’s own admin right leaves no half-filled form', async () => {
  const ann = await boss()
  await boss()
  const { address, user } = await openPage(`/frontend-admin/user/${ann.id}/edit`, { portal: portal(), as: ann })
  await user.click(await screen.findByRole('checkbox', { name: 'Is Admin' }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(kept()).toEqual([])
})
