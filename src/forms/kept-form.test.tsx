import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { logout } from '#contract/apps/accounts.ts'
import { session } from '#src/api/session.ts'
import { append, fill, openPage, sessionOf, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

const PATH = '/app/onboarding/todos'

const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('portal.half-filled'))

async function signIn(user: Awaited<ReturnType<typeof openPage>>['user'], person: TestUser): Promise<void> {
  await fill(user, await screen.findByLabelText('Email'), person.email)
  await fill(user, screen.getByLabelText('Password'), person.password)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

/** Fills half of a form; by the time it is sent, the server has ended the session. */
async function fillInHalf(boss: TestUser) {
  const page = await openPage(PATH, { portal: portal(), as: boss })
  await fill(page.user, await screen.findByLabelText('Todo'), 'Order a chair')
  await fill(page.user, screen.getByLabelText('Details'), 'A blue one')
  await page.user.selectOptions(screen.getByLabelText('Employee Type'), 'Everyone')
  await portal().call(logout, { as: boss.token })
  await page.user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('Your session has ended. Please sign in again.')
  return page
}

test('restores what was typed once the same person has signed in again, ready to send', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user, address } = await fillInHalf(boss)
  await signIn(user, boss)
  expect(await screen.findByLabelText('Todo')).toHaveValue('Order a chair')
  expect(address()).toBe(PATH)
  expect(screen.getByLabelText('Details')).toHaveValue('A blue one')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.getByLabelText('Todo')).toHaveValue(''))
  expect(await screen.findByText('Order a chair')).toBeVisible()
  expect(kept()).toEqual([])
})

test('does not show it to another person', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const other = await portal().addUser({ isAdmin: true })
  const { user } = await fillInHalf(boss)
  await signIn(user, other)
  expect(await screen.findByLabelText('Todo')).toHaveValue('')
  expect(kept()).toEqual([])
})

test('removes it once another person has signed in, or after a sign-out', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const first = await fillInHalf(boss)
  expect(kept()).not.toEqual([])
  session.set(await sessionOf(portal(), await portal().addUser()))
  expect(kept()).toEqual([])
  first.leave()
  await fillInHalf(await portal().addUser({ isAdmin: true }))
  expect(kept()).not.toEqual([])
  session.set(null)
  expect(kept()).toEqual([])
})

test('restores only the touched fields, and never stores a password', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage('/profile', { portal: portal(), as: boss })
  await append(user, await screen.findByLabelText('Name'), ' the Second')
  await fill(user, screen.getByLabelText('New Password'), 'a new secret')
  const before = await sessionOf(portal(), boss)
  session.end(before.token)
  await screen.findByText('Your session has ended. Please sign in again.')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a new secret')
  await signIn(user, boss)
  expect(await screen.findByLabelText('Name')).toHaveValue(`${boss.name} the Second`)
  expect(screen.getByLabelText('New Password')).toHaveValue('')
})

test('keeps what was typed while the page is hidden, and removes it afterwards', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const seen = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (state: DocumentVisibilityState) => {
    seen.mockReturnValue(state)
    fireEvent(document, new Event('visibilitychange'))
  }
  try {
    const first = await openPage(PATH, { portal: portal(), as: boss })
    await fill(first.user, await screen.findByLabelText('Todo'), 'Order a chair')
    turn('hidden')
    expect(kept()).toHaveLength(1)
    turn('visible')
    expect(kept()).toEqual([])

    await fill(first.user, screen.getByLabelText('Details'), 'A blue one')
    await first.user.selectOptions(screen.getByLabelText('Employee Type'), 'Everyone')
    turn('hidden')
    await first.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(screen.getByLabelText('Todo')).toHaveValue(''))
    await waitFor(() => expect(sessionStorage.getItem(kept()[0] ?? '') ?? '').not.toContain('chair'))
    turn('visible')

    await fill(first.user, screen.getByLabelText('Todo'), 'Order a desk')
    turn('hidden')
    const [[name = '', values = ''] = []] = Object.entries({ ...sessionStorage }).filter(([key]) =>
      kept().includes(key),
    )
    first.leave()
    expect(kept()).toEqual([])
    // Simulates a discarded page: its code no longer runs, so nothing removes the stored values.
    sessionStorage.setItem(name, values)
    turn('visible')
    await openPage(PATH, { portal: portal(), as: boss })
    expect(await screen.findByLabelText('Todo')).toHaveValue('Order a desk')
    expect(kept()).toEqual([])
  } finally {
    seen.mockRestore()
  }
})

test('leaves nothing behind on a voluntary sign-out', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage(PATH, { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Todo'), 'Order a chair')
  session.set(null)
  await screen.findByLabelText('Email')
  expect(kept()).toEqual([])
})

test('restores a half-typed message on the board for its author only, and removes it when another person signs in', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const bob = await portal().addUser({ flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.type(await screen.findByLabelText('Message'), 'Half a sen')
  const typed = kept()
  expect(typed).toHaveLength(1)
  session.end(ann.token)
  await signIn(user, ann)
  expect(await screen.findByLabelText('Message')).toHaveValue('Half a sen')
  session.end(session.get()?.token)
  expect(kept()).toEqual(typed)
  await signIn(user, bob)
  expect(await screen.findByLabelText('Message')).toHaveValue('')
  expect(kept()).toEqual([])
})

test('does not keep a message that was just sent from the board', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.type(await screen.findByLabelText('Message'), 'Quick')
  const home = screen.getByRole('link', { name: 'Foyer' })
  screen.getByRole('button', { name: 'Update' }).click()
  await user.click(home)
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
  await waitFor(() => expect(kept()).toEqual([]))
})

test('drops a stored message of an earlier release with another shape', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  sessionStorage.setItem(`portal.half-filled:${ann.id}:status:${ann.id}`, '{"false":{"message":5},"true":7}')
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByLabelText('Message')).toHaveValue('')
})
