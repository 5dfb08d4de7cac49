import { act, screen, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getProfile, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { getNotifications } from '#contract/apps/notifications.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { refreshProfile } from './use-refreshed-profile.ts'

const { portal } = withPortal()

let boss: TestUser
beforeEach(async () => {
  boss = await portal().addUser({ isAdmin: true })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

const grant = (who: TestUser, body: object) =>
  portal().call(updatePermissions, { as: boss.token, params: { id: who.id }, body })
/** Waits for the requests under way, which may have been sent before the latest change. */
const idle = () => expect.poll(() => queryClient.isFetching()).toBe(0)
/** Lets the promised five seconds pass, and waits for the responses to the requests sent within them. */
async function fiveSeconds(): Promise<void> {
  await idle()
  await act(async () => vi.advanceTimersByTime(4_999))
  await idle()
}

test('shows a new permission on the open page within five seconds, as a tile too', async () => {
  const bob = await portal().addUser()
  await openPage('/', { portal: portal(), as: bob })
  expect(await screen.findByText("You don't have access to any apps yet.")).toBeVisible()
  await grant(bob, { access_reporting: true })
  await fiveSeconds()
  expect(await screen.findByText('Reporting')).toBeVisible()
  await portal().call(updateUser, {
    as: boss.token,
    params: { id: bob.id },
    body: { name: bob.name, email: bob.email, isAdmin: true },
  })
  await fiveSeconds()
  expect(await screen.findByRole('button', { name: 'Admin' })).toBeVisible()
})

test('leads away from a screen whose right was taken', async () => {
  const bob = await portal().addUser({ flags: { access_etl: true } })
  const { address } = await openPage('/app/etl', { portal: portal(), as: bob })
  await screen.findByRole('heading', { level: 1 })
  expect(address()).toBe('/app/etl')
  await grant(bob, { access_etl: false })
  await fiveSeconds()
  await expect.poll(address).toBe('/')
})

test('does not replace a person who signed in in another tab while this one slept', async () => {
  const [bob, zoe] = [await portal().addUser(), await portal().addUser()]
  await openPage('/', { portal: portal(), as: bob })
  expect(await screen.findByText("You don't have access to any apps yet.")).toBeVisible()
  await idle()
  await grant(bob, { access_reporting: true })
  const { id, name, email, token } = zoe
  localStorage.setItem('userInfo', JSON.stringify({ ...session.get(), _id: id, id, name, email, token }))
  await act(refreshProfile)
  expect(JSON.parse(localStorage.getItem('userInfo') ?? 'null')).toMatchObject({ name, token })
})

test('calls no listener while nothing changes', async () => {
  await openPage('/', { portal: portal(), as: await portal().addUser({ flags: { access_mood: true } }) })
  await screen.findByText('Mood Report')
  const told = vi.fn()
  const stop = session.subscribe(told)
  const asked = vi.fn()
  await idle()
  network.use(http.get('*/api/users/profile/', () => asked()))
  for (let poll = 0; poll < 2; poll++) await fiveSeconds()
  expect(asked).toHaveBeenCalledTimes(2)
  expect(told).not.toHaveBeenCalled()
  stop()
})

test('shows an admin’s change in untouched fields of the profile, and does not write back old values', async () => {
  const ann = await portal().addUser({ name: 'Ann Before', email: 'ann.before@example.com', flags: { isCEP: true } })
  await portal().addUser({ dept: 'Kitchen' })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  const byAdmin = (name: string, email: string) =>
    portal().call(updateUser, { as: boss.token, params: { id: ann.id }, body: { name, email } })
  await user.type(await screen.findByLabelText('Email'), '.uk')
  await screen.findByRole('option', { name: 'Kitchen' })
  await byAdmin('Ann After', 'ann.after@example.com')
  await grant(ann, { dept: 'Kitchen' })
  await fiveSeconds()
  expect(await screen.findByDisplayValue('Ann After')).toBeVisible()
  await expect.poll(() => screen.getByLabelText('Department')).toHaveValue('Kitchen')
  expect(screen.getByLabelText('Email')).toHaveValue('ann.before@example.com.uk')

  const account = within(screen.getByRole('region', { name: 'Account' }))
  await user.click(account.getByRole('button', { name: 'Update' }))
  expect(await account.findByText('Saved.')).toBeVisible()
  expect((await portal().call(getProfile, { as: ann.token })).body).toMatchObject({
    name: 'Ann After',
    email: 'ann.before@example.com.uk',
  })
  expect(account.getByText('Saved.')).toBeVisible()
  await byAdmin('Ann At Last', 'ann.last@example.com')
  await fiveSeconds()
  expect(await screen.findByDisplayValue('Ann At Last')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ann.last@example.com')
})

test('does not write back old values before the change has appeared', async () => {
  const ann = await portal().addUser({ name: 'Ann Before', email: 'ann.moment@example.com' })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  await user.type(await screen.findByLabelText('Email'), '.uk')
  const body = { name: 'Ann After', email: 'ann.moment@example.com' }
  await portal().call(updateUser, { as: boss.token, params: { id: ann.id }, body })
  await user.click(within(screen.getByRole('region', { name: 'Account' })).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Ann After')
  expect((await portal().call(getProfile, { as: ann.token })).body).toMatchObject({
    name: 'Ann After',
    email: 'ann.moment@example.com.uk',
  })
})

test('keeps “Saved.” until the person types, whatever changes elsewhere', async () => {
  const ann = await portal().addUser({ name: 'Ann Before', email: 'ann.said@example.com' })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  await user.type(await screen.findByLabelText('Name'), ' Now')
  const account = within(screen.getByRole('region', { name: 'Account' }))
  await user.click(account.getByRole('button', { name: 'Update' }))
  expect(await account.findByText('Saved.')).toBeVisible()
  const body = { name: 'Ann After', email: 'ann.said@example.com' }
  await portal().call(updateUser, { as: boss.token, params: { id: ann.id }, body })
  await fiveSeconds()
  await expect.poll(() => screen.getByLabelText('Name')).toHaveValue('Ann After')
  expect(account.getByText('Saved.')).toBeVisible()
  await user.type(screen.getByLabelText('Name'), '!')
  expect(account.queryByText('Saved.')).toBeNull()
})

test('saves other choices of notifications after the right to a chosen kind was lost', async () => {
  const ann = await portal().addUser({ flags: { access_etl: true } })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  await user.type(await screen.findByRole('combobox', { name: 'ETL failures' }), 'shop{Enter}')
  await grant(ann, { access_etl: false })
  await fiveSeconds()
  await expect.poll(() => screen.queryByText('ETL failures')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Tasks of mine' }))
  await user.click(screen.getByRole('button', { name: 'Save Choices' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  const { wanted } = (await portal().call(getNotifications, { as: ann.token })).body
  expect(wanted).toMatchObject({ tasks: true, etlSources: [] })
})
