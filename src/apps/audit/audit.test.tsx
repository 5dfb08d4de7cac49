import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { deleteUser, login, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { type AuditEntry, listAudit } from '#contract/apps/audit.ts'
import { announced, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()
const LOG = '/frontend-admin/audit'

const admin = () => portal().addUser({ isAdmin: true })
const open = (as: TestUser, path = LOG) => openPage(path, { portal: portal(), as })
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Audit Log' }))
    .getAllByRole('row')
    .slice(1)
const texts = async () => (await rows()).map(({ textContent }) => textContent ?? '')

/** Responds with a log of this many entries, newest first, whatever the filters are. */
const answerEntries = (count: number) =>
  http.get('*/api/audit/', ({ request }) => {
    const { searchParams } = new URL(request.url)
    const newest = Number(searchParams.get('before') ?? count + 1) - 1
    const entries = Array.from(
      { length: Math.min(newest, Number(searchParams.get('limit'))) },
      (_, index): AuditEntry => ({
        _id: newest - index,
        at: '2026-03-05T14:03:00.000Z',
        kind: 'sign-in',
        actor: { id: 1, name: `Number ${newest - index}` },
        subject: null,
        changes: [],
        address: '',
      }),
    )
    return Response.json(entries)
  })

test('says in words who did what about whom, newest first', async () => {
  const [boss, ann] = [await admin(), await portal().addUser({ name: 'Ann Log', dept: 'Sales' })]
  await portal().call(login, { body: { username: ann.email, password: 'not hers' } })
  await portal().call(updatePermissions, {
    as: boss.token,
    params: { id: ann.id },
    body: { access_etl: true, dept: '' },
  })
  await portal().call(listAudit, { as: ann.token })
  await open(boss)
  await waitFor(async () => expect(await texts()).not.toHaveLength(0))
  const [refused, changed, failed] = await texts()
  expect(refused).toContain(`Call refusedBy ${ann.name}`)
  expect(refused).toContain('GET /api/audit/')
  expect(changed).toContain(`Permissions changedBy ${boss.name}`)
  expect(changed).toContain('About Ann Log')
  expect(changed).toMatch(/Access ETL Viewer\s+no\s+to\s+yes/)
  expect(changed).toMatch(/Department\s+Sales\s+to\s+–/)
  expect(failed).toContain('Sign-in refusedBy nobody signed in')
})

test('filters by person and kind, which the address carries', async () => {
  const [boss, ann, bob] = [
    await admin(),
    await portal().addUser({ name: 'Ann Narrow' }),
    await portal().addUser({ name: 'Bob Wide' }),
  ]
  for (const { id, email } of [ann, bob]) {
    await portal().call(updatePermissions, { as: boss.token, params: { id }, body: { access_etl: true } })
    await portal().call(updateUser, { as: boss.token, params: { id }, body: { name: `Renamed ${id}`, email } })
  }
  const { user, address } = await open(boss)
  await user.click(await screen.findByRole('combobox', { name: 'Person' }))
  await user.type(screen.getByRole('combobox', { name: 'Person' }), `renamed ${ann.id}`)
  await user.click(await screen.findByRole('option', { name: `Renamed ${ann.id} · ${ann.email}` }))
  await waitFor(() => expect(address()).toBe(`${LOG}?person=${ann.id}`))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'User changed')
  await waitFor(() => expect(address()).toBe(`${LOG}?person=${ann.id}&kind=user-changed`))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await waitFor(() => expect(announced()).toBe('1 entry'))
  expect((await texts())[0]).toMatch(new RegExp(`Name\\s+Ann Narrow\\s+to\\s+Renamed ${ann.id}`))
  await user.click(screen.getByRole('combobox', { name: 'Person' }))
  await user.clear(screen.getByRole('combobox', { name: 'Person' }))
  await user.click(await screen.findByRole('option', { name: 'Everybody' }))
  await waitFor(() => expect(address()).toBe(`${LOG}?kind=user-changed`))
  await waitFor(async () => expect((await texts()).join()).toContain('Bob Wide'))
})

test('links a name to all entries of that person, even if deleted', async () => {
  const [boss, gone] = [await admin(), await portal().addUser({ name: 'Gone Person' })]
  await portal().call(deleteUser, { as: boss.token, params: { id: gone.id } })
  const { user, address } = await open(boss)
  await user.click(await screen.findByRole('link', { name: 'Gone Person' }))
  await waitFor(() => expect(address()).toBe(`${LOG}?person=${gone.id}`))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveValue(`Gone Person · ID ${gone.id}`)
})

test('pages back, and returns to the newest', async () => {
  network.use(answerEntries(250))
  const { user, address } = await open(await admin())
  await waitFor(async () => expect((await texts())[0]).toContain('Number 250'))
  expect(await rows()).toHaveLength(100)
  expect(screen.queryByRole('link', { name: 'Newest entries' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Older entries' }))
  await waitFor(async () => expect((await texts())[0]).toContain('Number 150'))
  expect(address()).toBe(`${LOG}?before=151`)
  await user.click(screen.getByRole('link', { name: 'Older entries' }))
  await waitFor(async () => expect(await rows()).toHaveLength(50))
  expect(screen.queryByRole('link', { name: 'Older entries' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Newest entries' }))
  await waitFor(async () => expect((await texts())[0]).toContain('Number 250'))
})

test('says why there is nothing to see', async () => {
  const boss = await admin()
  const empty = await open(boss, `${LOG}?kind=break-type-deleted`)
  expect(await screen.findByText('No entries match.')).toBeVisible()
  empty.leave()

  network.use(http.get('*/api/audit/', () => HttpResponse.json({ detail: 'The log rests.' }, { status: 409 })))
  const failing = await open(boss)
  expect(await screen.findByRole('alert')).toHaveTextContent('The log rests.')
  failing.leave()

  network.use(http.get('*/api/audit/', () => HttpResponse.json({ detail: 'No.' }, { status: 404 })))
  const elsewhere = await open(boss)
  expect(await screen.findByText('This portal has no audit log.')).toBeVisible()
  elsewhere.leave()

  network.use(offlineHandler)
  await open(boss)
  expect(await screen.findByText('The audit log needs the network. It is not kept on this device.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
