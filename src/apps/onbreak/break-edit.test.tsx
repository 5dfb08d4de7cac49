/** Another person's status, edited by a board admin (spec §2 `/app/onbreak/{id}/edit`). */
import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { getMyBreak, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import type { BodyIn } from '#contract/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { myBreak } from './queries.ts'

const { portal, plugIn } = withPortal()

const ownRecord = async (who: TestUser) => (await portal().call(getMyBreak, { as: who.token })).body

test('a board admin sees the edit icon; one without access_onbreak has no own panel', async () => {
  const boss = await portal().addUser({ name: 'Boss Two', flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Edited', flags: { access_onbreak: true } })
  await portal().call(updateBreak, {
    as: boss.token,
    params: { id: ann.id },
    body: { status: false, breakType: 'Lunch', customMessage: '' },
  })
  const { user, address } = await openPage('/app/onbreak', { portal: portal(), as: boss })
  expect(await screen.findByRole('link', { name: 'Edit Ann Edited' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'My Status' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Edit Ann Edited' }))
  await user.click(await screen.findByRole('button', { name: "They're Back" }))
  expect(await screen.findByRole('button', { name: 'Update' })).toBeVisible()
  expect(address()).toBe(`/app/onbreak/${ann.id}/edit`)
})

test('returns to the filtered board it was opened from', async () => {
  const boss = await portal().addUser({ name: 'Boss Filtered', flags: { onbreak_admin: true } })
  await portal().addUser({ name: 'Ann Filtered', flags: { access_onbreak: true } })
  const { user, address } = await openPage('/app/onbreak', { portal: portal(), as: boss })
  const link = await screen.findByRole('link', { name: 'Edit Ann Filtered' })
  await user.type(screen.getByLabelText('Name'), 'Ann F')
  await waitFor(() => expect(address()).toMatch(/^\/app\/onbreak\?name=/))
  const filtered = address()
  await user.click(link)
  const way = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  await user.click(within(way).getByRole('link', { name: 'On Break' }))
  await waitFor(() => expect(address()).toBe(filtered))
})

test.each(['abc', '12345'])('says that nobody has the status of %s', async (id) => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  await openPage(`/app/onbreak/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent('This person is not on the board.')
})

test('says that a status not opened before needs the network', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const { router } = await openPage('/', { portal: portal(), as: boss })
  network.use(offlineHandler)
  await router.navigate({ to: '/app/onbreak/$id/edit', params: { id: String(boss.id) } })
  expect(await screen.findByText(/^This status was never opened on this device/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('edits a person of the cached board offline, and sends it when back online', async () => {
  const boss = await portal().addUser({ name: 'Boss Afar', flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Never Opened', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: boss })
  const edit = await screen.findByRole('link', { name: 'Edit Ann Never Opened' })
  network.use(offlineHandler)
  await user.click(edit)
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Never Opened' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('button', { name: "They're Back" })).toBeVisible()
  expect((await ownRecord(ann)).status).toBe(true)
  plugIn()
  await waitFor(async () => expect(await ownRecord(ann)).toMatchObject({ status: false, breakType: 'Lunch' }))
})

test('sends the revision of the record that was on screen', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const { rev } = await ownRecord(ann)
  const said: (string | null)[] = []
  network.use(http.put(`*${updateMyBreak.path}`, ({ request }) => void said.push(request.headers.get('base-rev'))))
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  await waitFor(() => expect(said).toEqual([String(rev)]))
})

test('closes the form with its break, without losing what was typed', async () => {
  const ann = await portal().addUser({ name: 'Ann Elsewhere', flags: { access_onbreak: true } })
  const is = async (body: BodyIn<typeof updateMyBreak>) => {
    const { body: record } = await portal().call(updateMyBreak, { as: ann.token, body })
    // Arrives like a change made on her other device.
    act(() => queryClient.setQueryData(myBreak.queryKey, record))
  }
  await is({ status: false, breakType: 'Lunch' })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  const opener = () => screen.findByRole('button', { name: 'Change type or message' })
  await user.click(await opener())
  await user.type(screen.getByLabelText('Message'), 'half a sent')
  await is({ status: true })
  expect(await screen.findByText('Available', { selector: '[aria-live] *' })).toBeVisible()
  await is({ status: false, breakType: 'Break' })
  expect(await opener()).toHaveAttribute('aria-expanded', 'false')
  await user.click(await opener())
  expect(screen.getByLabelText('Message')).toHaveValue('half a sent')
})
