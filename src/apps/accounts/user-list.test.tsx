import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { deleteUser, listUsers } from '#contract/apps/accounts.ts'
import { reportUnreachable } from '#src/api/connection.ts'
import { holdRequests, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

let boss: TestUser
/** Users with names of their own per test, since users of earlier tests stay in the portal. */
let people: Readonly<Record<'ann' | 'bob' | 'eve', TestUser>>
let round = 0

beforeEach(async () => {
  round++
  const named = (name: string, over = {}) =>
    portal().addUser({ name: `${name} ${round}`, email: `${name.toLowerCase()}${round}@list.example`, ...over })
  boss = await named('Zoe', { isAdmin: true })
  people = { eve: await named('eve', { deactivated: true }), bob: await named('Bob'), ann: await named('ANN') }
})

const table = () => screen.findByRole('table', { name: 'Users' })
const cells = async (column: number) =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[column]?.textContent ?? '')
const [ID, ADMIN, NAME, EMAIL] = [0, 1, 2, 3]
/** Returns the names of this test's users, in the order shown. */
const names = async () =>
  (await cells(NAME)).flatMap((text) => new RegExp(`^(\\w+) ${round}(?!\\d)`).exec(text)?.[1] ?? [])
const header = (name: string) => screen.findByRole('button', { name })
const search = () => screen.findByLabelText('Search by name')

const open = (path = '/frontend-admin/userlist', as = boss) => openPage(path, { portal: portal(), as })

test('shows the columns and the link to a new user', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const titles = within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(titles).toEqual(['ID', 'ADMIN', 'NAME', 'EMAIL', 'ACTIONS'])
  expect(screen.getByRole('button', { name: 'New User' })).toHaveAttribute('href', '/app/onboarding/new-user')
  expect(screen.getByRole('link', { name: 'Import People' })).toHaveAttribute('href', '/frontend-admin/import')
  expect((await cells(ID)).includes(String(people.ann.id))).toBe(true)
  expect((await cells(EMAIL)).some((text) => text.includes(people.ann.email))).toBe(true)
})

test.each([
  ['ID', '_id', ['Zoe', 'eve', 'Bob', 'ANN']],
  ['NAME', 'name', ['ANN', 'Bob', 'eve', 'Zoe']],
  ['EMAIL', 'email', ['ANN', 'Bob', 'eve', 'Zoe']],
])('sorts by %s, back and forth, and says so in the address', async (title, key, ascending) => {
  const { user, address } = await open()
  await user.click(await header(title))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: title }).getAttribute('aria-sort')).toBe('ascending'),
  )
  expect(await names()).toEqual(ascending)
  expect(address()).toBe(`/frontend-admin/userlist?sort=${key}`)
  await user.click(await header(title))
  await waitFor(async () => expect(await names()).toEqual(ascending.toReversed()))
  expect(address()).toBe(`/frontend-admin/userlist?sort=${key}&dir=desc`)
  expect(screen.getByRole('columnheader', { name: title })).toHaveAttribute('aria-sort', 'descending')
})

test('sorts by ADMIN, back and forth', async () => {
  const { user } = await open()
  const isInOrder = async (from: string, to: string) => {
    const marks = await cells(ADMIN)
    return marks.lastIndexOf(from) < marks.indexOf(to)
  }
  await user.click(await header('ADMIN'))
  // Without a pause: the second press reverses the order that the first asked for.
  await user.click(await header('ADMIN'))
  await waitFor(async () => expect(await isInOrder('Admin', '–')).toBe(true))
  await user.click(await header('ADMIN'))
  await waitFor(async () => expect(await isInOrder('–', 'Admin')).toBe(true))
  await user.click(await header('ADMIN'))
  await waitFor(async () => expect(await isInOrder('Admin', '–')).toBe(true))
})

test('finds by name without case, among all, active or deactivated', async () => {
  const { user, address } = await open()
  expect(await screen.findByRole('radio', { name: 'All' })).toBeChecked()
  await user.type(await search(), `n ${round}`)
  await waitFor(async () => expect(await names()).toEqual(['ANN']))
  expect(await screen.findByText(/^1 of \d+ users$/)).toBeVisible()
  await user.clear(await search())
  await user.click(screen.getByRole('radio', { name: 'Deactivated' }))
  await waitFor(async () => expect(await names()).toEqual(['eve']))
  expect(within(await table()).getAllByText('Deactivated').length).toBeGreaterThan(0)
  expect(address()).toBe('/frontend-admin/userlist?show=deactivated')
  await user.click(screen.getByRole('radio', { name: 'Active' }))
  await waitFor(async () => expect(await names()).toEqual(['ANN', 'Bob', 'Zoe']))
  await user.type(await search(), 'nobody at all')
  expect(await screen.findByText('No users match.')).toBeVisible()
})

test('restores order, search and filter from the address', async () => {
  const { user, router } = await open(`/frontend-admin/userlist?name=${round}&show=active&sort=name&dir=desc`)
  expect(await search()).toHaveValue(String(round))
  expect(screen.getByRole('radio', { name: 'Active' })).toBeChecked()
  expect(await names()).toEqual(['Zoe', 'Bob', 'ANN'])
  await user.click(screen.getByRole('link', { name: `Edit Bob ${round}` }))
  await screen.findByRole('heading', { name: 'Edit User' })
  router.history.back()
  expect(await search()).toHaveValue(String(round))
  expect(await names()).toEqual(['Zoe', 'Bob', 'ANN'])
})

test('drops unknown params from the address', async () => {
  await open('/frontend-admin/userlist?show=some&sort=password&dir=desc')
  expect(await screen.findByRole('radio', { name: 'All' })).toBeChecked()
  expect((await names()).length).toBe(4)
})

test('a row offers edit, delete and onboarding, in this order', async () => {
  await open()
  const actions = (await screen.findByRole('link', { name: `Edit Bob ${round}` })).parentElement as HTMLElement
  expect([...actions.children].map((action) => action.getAttribute('aria-label'))).toEqual(
    ['Edit', 'Delete', 'Onboarding'].map((verb) => `${verb} Bob ${round}`),
  )
})

test('a row leads to edit and to onboarding', async () => {
  await open()
  expect(await screen.findByRole('link', { name: `Edit Bob ${round}` })).toHaveAttribute(
    'href',
    `/frontend-admin/user/${people.bob.id}/edit`,
  )
  expect(screen.getByRole('link', { name: `Onboarding Bob ${round}` })).toHaveAttribute(
    'href',
    `/app/onboarding/${people.bob.id}`,
  )
})

test('asks in the spec’s words, under the user’s name, and then deletes', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Delete Bob ${round}` }))
  const dialog = await screen.findByRole('dialog', { name: `Bob ${round}` })
  expect(dialog.textContent).toContain(
    "Are you sure you want to delete this user?  If you want deactivate the user please navigate to the 'Edit User' page.",
  )
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await names()).toContain('Bob')
  await user.click(screen.getByRole('button', { name: `Delete Bob ${round}` }))
  await user.click(
    within(await screen.findByRole('dialog', { name: `Bob ${round}` })).getByRole('button', { name: 'Delete' }),
  )
  expect(await screen.findByText(/^The user was deleted/)).toHaveFocus()
  expect(await names()).not.toContain('Bob')
  const { body } = await portal().call(listUsers, { as: boss.token })
  expect(body.some(({ _id }: { _id: number }) => _id === people.bob.id)).toBe(false)
})

test('clears the message of a deletion once something else is searched', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Delete Bob ${round}` }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText(/^The user was deleted/)
  await user.type(await search(), `ann ${round}`)
  expect(await screen.findByText(/^1 of \d+ users$/)).toBeVisible()
})

test('shows a refusal above the table and keeps the row', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Delete Zoe ${round}` }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('You cannot delete yourself.')
  expect(await names()).toContain('Zoe')
})

test('keeps showing a refusal while an earlier deletion succeeds', async () => {
  const { user } = await open()
  const remove = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Delete ${name} ${round}` }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  }
  await screen.findByRole('button', { name: `Delete ANN ${round}` })
  const held = holdRequests(http.delete, `*${deleteUser.path.replace(':id', String(people.ann.id))}`)
  await remove('ANN')
  await remove('Zoe')
  expect(await screen.findByRole('alert')).toHaveTextContent('You cannot delete yourself.')
  held.release()
  await waitFor(async () => expect(await names()).not.toContain('ANN'))
  expect(screen.getByRole('alert')).toHaveTextContent('You cannot delete yourself.')
})

test('repeats a deletion under the same key after a lost response', async () => {
  const keys: (string | null)[] = []
  const { body: before } = await portal().call(listUsers, { as: boss.token })
  const { user } = await open()
  const attempt = async () => {
    await user.click(await screen.findByRole('button', { name: `Delete ANN ${round}` }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  }
  await screen.findByRole('button', { name: `Delete ANN ${round}` })
  // The request arrives, but the response is lost.
  const path = `*${deleteUser.path.replace(':id', String(people.ann.id))}`
  network.use(
    http.delete(path, async ({ request }) => {
      const key = request.headers.get('idempotency-key')
      keys.push(key)
      if (keys.length > 1) return undefined
      await portal().call(deleteUser, {
        as: boss.token,
        params: { id: people.ann.id },
        headers: { 'idempotency-key': key ?? '' },
      })
      return Response.error()
    }),
    // The list as before the deletion, so that the row can be pressed again.
    http.get('*/api/users/', () => (keys.length > 1 ? undefined : Response.json(before))),
  )
  await attempt()
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  await waitFor(() => expect(screen.getByRole('button', { name: `Delete ANN ${round}` })).toBeEnabled())
  await attempt()
  expect(await screen.findByText(/^The user was deleted/)).toBeVisible()
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('says why there is no list while offline, without an alert', async () => {
  network.use(offlineHandler)
  await open()
  expect(await screen.findByText('The user list needs the network. It is not kept on this device.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps a loaded list while offline, but nothing can be deleted', async () => {
  await open()
  expect(await screen.findByRole('button', { name: `Delete Bob ${round}` })).toBeEnabled()
  network.use(offlineHandler)
  reportUnreachable()
  await waitFor(() => expect(screen.getByRole('button', { name: `Delete Bob ${round}` })).toBeDisabled())
  expect(await names()).toContain('Bob')
})

test('admits only admins', async () => {
  const { address } = await open('/frontend-admin/userlist', people.bob)
  await waitFor(() => expect(address()).toBe('/'))
})

test('filters a long list while typing, without losing a letter', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    _id: index + 1,
    name: `Person ${index}`,
    email: `p${index}@many.example`,
    isAdmin: false,
    deactivated: false,
  }))
  const { user, address } = await open('/')
  network.use(http.get('*/api/users/', () => Response.json(many)))
  await user.click(await screen.findByRole('button', { name: 'Admin' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Users' }))
  await user.type(await search(), 'person 499')
  expect(await search()).toHaveValue('person 499')
  expect(await screen.findByText('11 of 5,000 users')).toBeVisible()
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist?name=person+499'))
})

test('saves the list as CSV in its order, and no name becomes a formula', async () => {
  await portal().addUser({ name: `=cmd|' /C calc'!A0 ${round}`, email: `formula${round}@list.example` })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = await open(`/frontend-admin/userlist?name=+${round}&sort=name&dir=desc`)
  await waitFor(async () => expect(await names()).toEqual(['Zoe', 'eve', 'Bob', 'ANN']))
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [header, ...lines] = ((await saved[0]?.text()) ?? '').split('\r\n')
  expect(header?.replace('\ufeff', '')).toBe('ID,Name,Email,Admin,Deactivated')
  expect(lines).toEqual([
    `${boss.id},Zoe ${round},zoe${round}@list.example,yes,no`,
    `${people.eve.id},eve ${round},eve${round}@list.example,no,yes`,
    `${people.bob.id},Bob ${round},bob${round}@list.example,no,no`,
    `${people.ann.id},ANN ${round},ann${round}@list.example,no,no`,
    expect.stringContaining(`'=cmd|' /C calc'!A0 ${round}`),
  ])
  vi.restoreAllMocks()
})
