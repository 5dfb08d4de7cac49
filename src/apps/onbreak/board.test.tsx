import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import {
  type BreakStatus,
  createBreakType,
  deleteBreakType,
  getMyBreak,
  updateBreak,
  updateMyBreak,
} from '#contract/apps/onbreak.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { fill, network, offlineHandler, openPage, sessionOf, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'
import type { TestUser } from '#tests/portal.ts'
import { breakTypes } from './queries.ts'

const { portal, plugIn } = withPortal()

const list = () => screen.findByRole('table', { name: 'Employee List' })
const rowOf = async (name: string) =>
  within(await list())
    .getAllByRole('row')
    .find((row) => row.textContent?.includes(name))
const headers = async () =>
  within(await list())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)

const ownRecord = async (who: TestUser) => (await portal().call(getMyBreak, { as: who.token })).body

test('goes away with another type from the server, and comes back', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  await portal().call(createBreakType, { as: boss.token, body: { breakType: 'Dentist' } })
  const ann = await portal().addUser({ name: 'Ann Other', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await headers()).toEqual(['Status', 'Employee', 'Away Type', 'Time Left', 'Message'])
  await user.click(await screen.findByRole('radio', { name: 'Other' }))
  expect(await screen.findByRole('option', { name: 'Dentist' })).toBeInTheDocument()
  await user.type(screen.getByLabelText('Message'), 'Back by three{Enter}')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('button', { name: "I'm Back" })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: "I'm Back" })).toHaveFocus())
  await waitFor(async () => expect(await rowOf('Ann Other')).toHaveTextContent(/Dentist.*Back by three/))
  await waitFor(async () => expect((await ownRecord(ann)).customMessage).toBe('Back by three'))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Update' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Lunch' })).toHaveFocus())
})

test('says everything once in a row: in columns on a desktop, in the second line on a phone', async () => {
  const ann = await portal().addUser({ name: 'Ann Once', flags: { access_onbreak: true } })
  const away = { status: false, breakType: 'Lunch', customMessage: 'Back by noon' }
  await portal().call(updateMyBreak, { as: ann.token, body: away })
  const { leave } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await waitFor(async () => expect(await rowOf('Ann Once')).toHaveTextContent('Back by noon'))
  const words = async () => within((await rowOf('Ann Once')) as HTMLElement).getAllByText('Back by noon')
  expect(await words()).toHaveLength(1)
  leave()
  onPhone()
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  await waitFor(async () => expect(await words()).toHaveLength(2))
})

test('isolates a right-to-left message, in its row and in the own panel', async () => {
  const ann = await portal().addUser({ name: 'דנה לוי', flags: { access_onbreak: true } })
  const customMessage = 'חוזרת ב-14:30!'
  await portal().call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch', customMessage } })
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  await waitFor(() => expect(screen.getAllByText(customMessage)).toHaveLength(2))
  for (const text of screen.getAllByText(customMessage)) expect(text.tagName).toBe('BDI')
  expect(within((await rowOf('דנה לוי')) as HTMLElement).getByText('דנה לוי').tagName).toBe('BDI')
})

test('shows a refusal in the server’s words and keeps what was typed', async () => {
  const ann = await portal().addUser({ name: 'Ann Late', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await fill(user, await screen.findByLabelText('Message'), 'Off I go')
  await portal().deps.db.updateTable('user').set({ access_onbreak: 0 }).where('id', '=', ann.id).execute()
  // Held back: otherwise the page could learn of the lost right first, and remove the panel.
  network.use(http.get('*/api/users/profile/', () => new Promise<never>(() => {})))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/This needs the permission Access On-Break\./)
  expect(screen.getByLabelText('Message')).toHaveValue('Off I go')
})

test('refuses a type that was deleted meanwhile, and no longer offers it', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const add = (breakType: string) => portal().call(createBreakType, { as: boss.token, body: { breakType } })
  const { body: gone } = await add('Fire drill')
  await add('Parents’ evening')
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('radio', { name: 'Other' }))
  const types = await screen.findByRole('combobox', { name: 'Type' })
  await user.selectOptions(types, 'Fire drill')
  await portal().call(deleteBreakType, { as: boss.token, params: { id: gone._id } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('alert')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Fire drill' })).toBeNull())
  // No other type is preselected in its place, nor after a look at the others.
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveDisplayValue('Choose a type…')
  for (const name of ['Lunch', 'Other']) await user.click(screen.getByRole('radio', { name }))
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveDisplayValue('Choose a type…')
  expect(screen.getByRole('button', { name: 'Update' })).toBeDisabled()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Parents’ evening')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('button', { name: "I'm Back" })).toBeVisible()
})

test('offers a type added since the board was opened, and keeps the one shown chosen', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const add = (breakType: string) => portal().call(createBreakType, { as: boss.token, body: { breakType } })
  await add('Zoo trip')
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByRole('radio', { name: 'Other' })
  await waitFor(() => expect(queryClient.getQueryData(breakTypes.queryKey)).toBeDefined())
  const [first] = queryClient.getQueryData(breakTypes.queryKey) ?? []
  await add('Aardvark watch')
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  expect(await screen.findByRole('option', { name: 'Aardvark watch' })).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveDisplayValue(first?.breakType ?? '')
})

test('stores, shows and marks a change made offline, and sends it when back online', async () => {
  const ann = await portal().addUser({ name: 'Ann Unplugged', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByLabelText('Message')
  network.use(offlineHandler)
  await fill(user, screen.getByLabelText('Message'), 'Off I go')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('button', { name: "I'm Back" })).toBeVisible()
  expect(await rowOf('Ann Unplugged')).toHaveTextContent(/Waiting to be sent.*Lunch.*Off I go/)
  expect(await screen.findByText(/^No connection since/)).toBeVisible()
  expect((await ownRecord(ann)).status).toBe(true)

  plugIn()
  await waitFor(async () => expect(await ownRecord(ann)).toMatchObject({ status: false, customMessage: 'Off I go' }))
  await waitFor(async () => expect(await rowOf('Ann Unplugged')).not.toHaveTextContent('Waiting'))
})

test('keeps unsent typing across a change from elsewhere, and drops it once sent', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Typed', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  const setByBoss = async (body: BreakStatus) => {
    await portal().call(updateBreak, { as: boss.token, params: { id: ann.id }, body })
    await queryClient.invalidateQueries()
  }
  await user.click(await screen.findByRole('radio', { name: 'Break' }))
  await user.type(screen.getByLabelText('Message'), 'Back around')
  await setByBoss({ status: false, breakType: 'Lunch', customMessage: 'By the boss' })
  await screen.findByRole('button', { name: "I'm Back" })
  await user.click(screen.getByRole('button', { name: 'Change type or message' }))
  expect(screen.getByLabelText('Message')).toHaveValue('By the boss')
  await setByBoss({ status: true })
  await user.type(await screen.findByDisplayValue('Back around'), ' two')
  expect(screen.getByRole('radio', { name: 'Break' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(async () => expect(await ownRecord(ann)).toMatchObject({ customMessage: 'Back around two' }))
  await user.click(await screen.findByRole('button', { name: "I'm Back" }))
  expect(await screen.findByRole('radio', { name: 'Lunch' })).toBeChecked()
  expect(screen.getByLabelText('Message')).toHaveValue('')
})

test('restores unsent typing after a visit to another screen, for the same person only', async () => {
  const [ann, bob] = [
    await portal().addUser({ flags: { access_onbreak: true } }),
    await portal().addUser({ flags: { access_onbreak: true } }),
  ]
  const { user, router } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.type(await screen.findByLabelText('Message'), 'Back around')
  await act(() => router.navigate({ to: '/' }))
  await screen.findByRole('heading', { level: 1, name: 'Our Apps' })
  await act(() => router.history.back())
  expect(await screen.findByLabelText('Message')).toHaveValue('Back around')
  session.set(await sessionOf(portal(), bob))
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''))
})

test('shows the present values in untouched fields, whoever changed them', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Watches', flags: { access_onbreak: true } })
  const away = { status: false, breakType: 'Lunch', customMessage: 'First' }
  await portal().call(updateMyBreak, { as: ann.token, body: away })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('button', { name: 'Change type or message' }))
  const setByBoss = async (customMessage: string) => {
    const body = { status: false, breakType: 'Break', customMessage }
    await portal().call(updateBreak, { as: boss.token, params: { id: ann.id }, body })
    await queryClient.invalidateQueries()
  }
  await setByBoss('Second')
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue('Second'))
  expect(screen.getByRole('radio', { name: 'Break' })).toBeChecked()
  await user.type(screen.getByLabelText('Message'), ', and mine')
  await setByBoss('Third')
  await screen.findByText('Third', { selector: 'bdi' })
  expect(screen.getByLabelText('Message')).toHaveValue('Second, and mine')
})

test('filters by department, starting with everybody', async () => {
  await portal().addUser({ name: 'Dora Depot', dept: 'Depot', flags: { access_onbreak: true } })
  const ann = await portal().addUser({ name: 'Ann Office', dept: 'Office', flags: { access_onbreak: true } })
  const { user, address } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await rowOf('Dora Depot')).toBeVisible()
  const filter = screen.getByLabelText('Department')
  expect(filter).toHaveDisplayValue('Everybody')
  await user.selectOptions(filter, 'Depot')
  await waitFor(async () => expect(await rowOf('Ann Office')).toBeUndefined())
  expect(await rowOf('Dora Depot')).toBeVisible()
  expect(address()).toBe('/app/onbreak?dept=Depot')
})

test('keeps away people on top whichever way type, time or message is sorted', async () => {
  const dept = 'Turned'
  const person = (name: string) => portal().addUser({ name: `${name} Turned`, dept, flags: { access_onbreak: true } })
  const [amy, ben] = [await person('Amy'), await person('Ben'), await person('Cat'), await person('Dan')]
  const leave = (who: TestUser, breakType: string, customMessage: string) =>
    portal().call(updateMyBreak, { as: who.token, body: { status: false, breakType, customMessage } })
  await leave(amy, 'Break', 'At the door')
  await leave(ben, 'Lunch', 'Back by two')
  const { user } = await openPage(`/app/onbreak?dept=${dept}`, { portal: portal(), as: amy })
  const order = async () =>
    within(await list())
      .getAllByRole('row')
      .slice(1)
      .map((row) => /(Amy|Ben|Cat|Dan) Turned/.exec(row.textContent ?? '')?.[1])
  for (const title of ['Away Type', 'Time Left', 'Message']) {
    const header = await screen.findByRole('button', { name: title })
    await user.click(header)
    await waitFor(async () => expect(await order()).toEqual(['Amy', 'Ben', 'Cat', 'Dan']))
    await user.click(header)
    await waitFor(async () => expect(await order()).toEqual(['Ben', 'Amy', 'Dan', 'Cat']))
  }
  // Sorting by status itself does reverse that order.
  await user.click(screen.getByRole('button', { name: 'Status' }))
  await waitFor(async () => expect(await order()).toEqual(['Amy', 'Ben', 'Cat', 'Dan']))
  await user.click(screen.getByRole('button', { name: 'Status' }))
  await waitFor(async () => expect(await order()).toEqual(['Dan', 'Cat', 'Ben', 'Amy']))
})

test('offers the order as a field on a phone, which has no headers', async () => {
  onPhone()
  const me = await portal().addUser({ flags: { access_onbreak: true } })
  const { user, address } = await openPage('/app/onbreak?sort=status&dir=desc', { portal: portal(), as: me })
  const orders = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(orders).toHaveDisplayValue('Status, descending')
  await user.selectOptions(orders, 'Time Left, descending')
  expect(orders).toHaveDisplayValue('Time Left, descending')
  expect(address()).toBe('/app/onbreak?sort=time&dir=desc')
})

test('shows when a person on a planned type is due back, then overdue, on the board and in the own panel', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const body = { breakType: 'Physio', plannedMinutes: 45 }
  await portal().call(createBreakType, { as: boss.token, body })
  const ann = await portal().addUser({ name: 'Ann Due', flags: { access_onbreak: true } })
  const away = { status: false, breakType: 'Physio' }
  const { clockOutTime } = (await portal().call(updateMyBreak, { as: ann.token, body: away })).body
  const due = Date.parse(clockOutTime) + 45 * 60_000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: due - 60_000, shouldAdvanceTime: true })
  try {
    const { leave } = await openPage('/app/onbreak', { portal: portal(), as: ann })
    const words = `due back ${timeWithDay(new Date(due).toISOString(), due - 60_000)}`
    await waitFor(async () => expect(await rowOf('Ann Due')).toHaveTextContent(words))
    const panel = () => screen.getByRole('heading', { name: 'My Status' }).closest('section')
    expect(panel()).toHaveTextContent(words)
    expect(screen.queryByText(/overdue/i)).toBeNull()
    await act(async () => vi.advanceTimersByTime(13.5 * 60_000))
    expect(await rowOf('Ann Due')).toHaveTextContent('over by 12 min')
    expect(panel()).toHaveTextContent('over by 12 min')
    expect(panel()).not.toHaveTextContent('due back')
    expect(screen.getByRole('cell', { name: 'Away Overdue' })).toBeVisible()
    expect(screen.getByText('1 overdue')).toBeVisible()
    leave()
  } finally {
    vi.useRealTimers()
  }
})

test('computes the due time of the chosen type while offline', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const body = { breakType: 'Course', plannedMinutes: 90 }
  await portal().call(createBreakType, { as: boss.token, body })
  const ann = await portal().addUser({ name: 'Ann Afar', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('radio', { name: 'Other' }))
  await user.selectOptions(await screen.findByLabelText('Type'), 'Course')
  network.use(offlineHandler)
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  expect(await rowOf('Ann Afar')).toHaveTextContent(/Waiting to be sent.*due back (?:[A-Z][a-z]+ )?\d/)
  plugIn()
  await waitFor(async () => expect(await rowOf('Ann Afar')).not.toHaveTextContent('Waiting'))
  expect(await rowOf('Ann Afar')).toHaveTextContent(/due back (?:[A-Z][a-z]+ )?\d/)
})

test('updates rows while typing and the address a moment later, without navigating back who has left', async () => {
  await portal().addUser({ name: 'Dora Typed', flags: { access_onbreak: true } })
  const ann = await portal().addUser({ name: 'Ann Typing', flags: { access_onbreak: true } })
  const { user, address, router } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await rowOf('Dora Typed')).toBeVisible()
  const field = screen.getByRole('searchbox', { name: 'Name' })
  await user.type(field, 'dora t')
  await waitFor(async () => expect(await rowOf('Ann Typing')).toBeUndefined())
  await waitFor(() => expect(address()).toBe('/app/onbreak?name=dora+t'))
  expect(field).toHaveValue('dora t')

  await user.type(field, 'y')
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
  await waitFor(() => expect(router.state.status).toBe('idle'))
  router.history.back()
  // The last key press is not lost, however soon the person left.
  await waitFor(() => expect(address()).toBe('/app/onbreak?name=dora+ty'))

  await user.type(await screen.findByRole('searchbox', { name: 'Name' }), 'p')
  // Like a shortcut: the field keeps the focus.
  await router.navigate({ to: '/profile' })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  expect(address()).toBe('/profile')
})

test('requests nothing of the board before the forced password change', async () => {
  const ann = await portal().addUser({
    name: 'Ann Temporary',
    flags: { access_onbreak: true },
    changedPassword: false,
  })
  const asked: string[] = []
  const hear = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)
  network.events.on('request:start', hear)
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByLabelText('Confirm Password')).toBeVisible()
  network.events.removeListener('request:start', hear)
  expect(asked.filter((path) => path.startsWith('/api/onbreak/'))).toEqual([])
})
