import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { getProfile } from '#contract/apps/accounts.ts'
import { getMyBreak } from '#contract/apps/onbreak.ts'
import { connection, reportUnreachable } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { signOut } from '#src/apps/accounts/sign-out.ts'
import { applications } from '#src/apps/applications/queries.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'
import { fill, network, offlineHandler, openPage, sessionOf, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()

const OFFLINE = 'You are offline: you cannot sign in again until the portal is back.'
const UNSAVED = 'What you changed here is not saved.'

afterEach(() => vi.unstubAllGlobals())

const signOutButton = () => screen.getByRole('button', { name: 'Sign out' })
const question = () => screen.findByRole('dialog', { name: 'Sign out' })
// Looks for the heading anew each time: it is rendered again during the navigation to the sign-in page.
const signedOut = () => waitFor(() => expect(screen.getByRole('heading', { name: 'Sign In' })).toBeVisible())

/** Opens a form as an admin and leaves something unsaved in it. */
async function openDirty() {
  const admin = await portal().addUser({ isAdmin: true, flags: { access_onbreak: true } })
  const page = await openPage('/app/onboarding/todos', { portal: portal(), as: admin })
  await fill(page.user, await screen.findByLabelText('Todo'), 'Order a chair')
  return { ...page, admin }
}

test('a form that is not saved is asked about, once, and who stays finds it as it was', async () => {
  const { user } = await openDirty()
  await user.click(signOutButton())
  const dialog = await question()
  expect(dialog).toHaveTextContent(`${UNSAVED} Sign out anyway?`)
  expect(within(dialog).queryByRole('button', { name: /Send now|Keep|Discard/ })).toBeNull()
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Stay' })).toHaveFocus())
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Todo')).toHaveValue('Order a chair')

  await user.click(signOutButton())
  await user.click(within(await question()).getByRole('button', { name: 'Sign out' }))
  await signedOut()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('changes that wait and a form that is not saved are one question', async () => {
  const admin = await portal().addUser({ isAdmin: true, flags: { access_onbreak: true } })
  const { user, router } = await openPage('/app/onbreak', { portal: portal(), as: admin })
  await screen.findByLabelText('Message')
  await router.preloadRoute({ to: '/app/onboarding/todos' })
  network.use(offlineHandler)
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  await router.navigate({ to: '/app/onboarding/todos' })
  await fill(user, await screen.findByLabelText('Todo'), 'Order a chair')
  await user.click(signOutButton())
  const dialog = await question()
  expect(dialog).toHaveTextContent(`${UNSAVED} ${OFFLINE}`)
  expect(dialog).toHaveTextContent('1 change has not been sent.')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(within(dialog).getByRole('button', { name: 'Discard and sign out' }))
  await signedOut()
  expect((await portal().call(getMyBreak, { as: admin.token })).body).toMatchObject({ status: true })
})

test('signs out without a question if nothing would be lost', async () => {
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await signedOut()
})

test('the portal is open, and can be left, where the browser forbids tabs to talk to each other', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await signedOut()
})

test('offline one is asked first: there is no way back in until the portal is back', async () => {
  const ann = await portal().addUser()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByRole('heading', { name: 'Our Apps' })
  network.use(offlineHandler)
  act(reportUnreachable)
  await user.click(signOutButton())
  const dialog = await question()
  expect(dialog).toHaveTextContent(`${OFFLINE} Sign out anyway?`)
  expect(within(dialog).queryByRole('button', { name: /Send now|Keep|Discard/ })).toBeNull()
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Stay' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(session.get()?._id).toBe(ann.id)

  await user.click(signOutButton())
  act(plugIn)
  await waitFor(async () =>
    expect(within(await question()).getByRole('status')).toHaveTextContent('The portal is back.'),
  )
  expect(await question()).not.toHaveTextContent(OFFLINE)
  await user.click(within(await question()).getByRole('button', { name: 'Sign out' }))
  await signedOut()
})

test('whoever asks for a page after that gets it after signing in, and at home the form', async () => {
  const { user, router, address } = await openPage('/profile', { portal: portal(), as: await portal().addUser() })
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await signedOut()
  expect(address()).toBe('/login')
  await router.navigate({ to: '/profile' })
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fprofile'))
  await router.navigate({ to: '/' })
  await signedOut()
  expect(address()).toBe('/')
})

test('ends the session on the server as soon as the connection is back', async () => {
  const ann = await portal().addUser()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByRole('heading', { name: 'Our Apps' })
  network.use(offlineHandler)
  await user.click(signOutButton())
  await signedOut()
  await waitFor(() => expect(connection().online).toBe(false))
  plugIn()
  await waitFor(async () => expect((await portal().call(getProfile, { as: ann.token })).status).toBe(401))
})

test.each([503, 429])('the server forgets it later where it answers %i', async (status) => {
  const { setTimeout } = globalThis
  /** `setTimeout` with a wait of a minute shortened to none. */
  const soon = (work: () => void, wait?: number) => setTimeout(work, wait === MINUTE_MS ? 0 : wait)
  vi.stubGlobal('setTimeout', soon)
  const ann = await portal().addUser()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByRole('heading', { name: 'Our Apps' })
  let isAsked = false
  const busy = http.post('*/api/users/logout/', () => {
    if (isAsked) return undefined
    isAsked = true
    return HttpResponse.json({ detail: 'Not just now.' }, { status })
  })
  network.use(busy)
  await user.click(signOutButton())
  await signedOut()
  await waitFor(() => expect(isAsked).toBe(true))
  await waitFor(async () => expect((await portal().call(getProfile, { as: ann.token })).status).toBe(401))
})

test('a sign-out that takes its time leaves the session of whoever signed in meanwhile', async () => {
  const ann = await portal().addUser({})
  const bob = await portal().addUser({})
  await openPage('/versions', { portal: portal(), as: ann })
  await screen.findByRole('heading', { name: 'Versions' })
  await act(async () => {
    const leaving = signOut('discard')
    session.set(await sessionOf(portal(), bob))
    await leaving
  })
  expect(session.get()?._id).toBe(bob.id)
})

test('signing out removes the person’s cached data', async () => {
  const ann = await portal().addUser({ flags: { access_etl: true } })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByText('ETL Viewer')
  const seen = () => queryClient.getQueryData(applications.page().queryKey)
  expect(seen()).toBeDefined()
  await user.click(signOutButton())
  await signedOut()
  await waitFor(() => expect(seen()).toBeUndefined())
})
