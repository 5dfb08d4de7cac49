import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import {
  approveDisplay,
  createDisplayCode,
  findAskingScreen,
  listDisplays,
  renameDisplay,
  revokeDisplay,
} from '#contract/apps/displays.ts'
import { pairDisplay } from '#tests/display.ts'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()

afterEach(async () => {
  await portal().deps.db.deleteFrom('display').execute()
})

const NOW = '2026-03-05T12:30:00.000Z'
const keeper = () => portal().addUser({ name: 'Lena Lead', flags: { onbreak_admin: true, access_onbreak: true } })
const table = () => screen.findByRole('table', { name: 'All displays' })

test('is linked from the board for board admins only', async () => {
  const lead = await keeper()
  const board = await openPage('/app/onbreak', { portal: portal(), as: lead })
  await board.user.click(await screen.findByRole('link', { name: 'Displays' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Displays' })).toBeVisible()
  expect(await screen.findByText(/^No displays yet\./)).toBeVisible()
  board.leave()
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByRole('table', { name: 'Employee List' })
  expect(screen.queryByRole('link', { name: 'Displays' })).toBeNull()
})

test('approves a screen by its code and lists it', async () => {
  const { userCode } = (await portal().call(createDisplayCode)).body
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  await user.type(await screen.findByLabelText('Code'), userCode.toLowerCase().replace('-', ' '))
  await fill(user, screen.getByLabelText('Name'), 'Canteen')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('The display was approved. It shows the board in a few seconds.')).toBeVisible()
  expect(within(await table()).getByRole('row', { name: /Canteen.*Not connected yet.*by Lena Lead/ })).toBeVisible()
  expect(screen.getByLabelText('Code')).toHaveValue('')
  // A next try begins without the last one's outcome, even if the form is incomplete.
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByText(/^The display was approved/)).toBeNull())
  expect(screen.getByLabelText('Code')).toBeInvalid()
})

test('names the screen that shows a code before it is approved', async () => {
  const { userCode } = (
    await portal().call(createDisplayCode, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/153.0' } })
  ).body
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  await user.type(await screen.findByLabelText('Code'), userCode)
  expect(await screen.findByText(/^Shown by/)).toHaveTextContent(/Firefox on Linux at 127\.0\.0\.1 since \d/)
  await user.type(screen.getByLabelText('Code'), '{Backspace}')
  await waitFor(() => expect(screen.queryByText(/^Shown by/)).toBeNull())
})

test('looks a wrong code up once, however often the window is left or the code typed again', async () => {
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  const field = await screen.findByLabelText('Code')
  let lookedUp = 0
  network.use(http.get(`*${findAskingScreen.path}`, () => void lookedUp++))
  await user.type(field, 'BCDFGHJK')
  expect(await screen.findByText('Shown by no screen. Check the code.')).toBeVisible()
  for (let again = 0; again < 3; again++) fireEvent(document, new Event('visibilitychange'))
  await user.type(field, '{Backspace}')
  expect(screen.queryByText(/^Shown by/)).toBeNull()
  await user.type(field, 'K')
  expect(await screen.findByText('Shown by no screen. Check the code.')).toBeVisible()
  // Once approving was refused, the field itself says so.
  await fill(user, screen.getByLabelText('Name'), 'Canteen')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/^No screen shows this code now\./)).toBeVisible()
  expect(screen.queryByText(/^Shown by/)).toBeNull()
  expect(lookedUp).toBe(1)
})

test('no longer names a screen whose code has expired by the time it is approved', async () => {
  const { userCode } = (await portal().call(createDisplayCode)).body
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  await user.type(await screen.findByLabelText('Code'), userCode)
  expect(await screen.findByText(/^Shown by/)).toBeVisible()
  await portal().deps.db.deleteFrom('display_code').execute()
  await fill(user, screen.getByLabelText('Name'), 'Canteen')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/^No screen shows this code now\./)).toBeVisible()
  expect(screen.queryByText(/^Shown by/)).toBeNull()
})

test('looks a code up that was typed without a line, once it is back', async () => {
  const { userCode } = (await portal().call(createDisplayCode)).body
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  const field = await screen.findByLabelText('Code')
  network.use(offlineHandler)
  await user.type(field, userCode)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled())
  plugIn()
  expect(await screen.findByText(/^Shown by/, undefined, { timeout: 20_000 })).toBeVisible()
})

test('shows an error at its field and keeps what was typed', async () => {
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  await user.type(await screen.findByLabelText('Code'), 'BCD')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(screen.getByText('Type the code that the screen shows, 8 letters.')).toBeVisible()
  expect(screen.getByText('Name is required.')).toBeVisible()
  await user.type(screen.getByLabelText('Code'), 'FGHJK')
  await fill(user, screen.getByLabelText('Name'), 'Canteen')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  // Shown once, at the field where it can be corrected.
  expect(await screen.findByText(/^No screen shows this code now\./)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  const code = screen.getByLabelText('Code')
  expect(code).toHaveAccessibleDescription(/^No screen shows this code now\./)
  await waitFor(() => expect(code).toHaveFocus())
  expect(code).toHaveValue('BCDFGHJK')
  await user.type(code, '{Backspace}')
  expect(screen.queryByText(/^No screen shows this code now\./)).toBeNull()
})

test('lists the display when somebody else has approved its code first', async () => {
  const { userCode } = (await portal().call(createDisplayCode)).body
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: await keeper() })
  await screen.findByText(/^No displays yet\./)
  const other = await portal().addUser({ name: 'Otto Other', flags: { onbreak_admin: true, access_onbreak: true } })
  await portal().call(approveDisplay, { as: other.token, body: { code: userCode, name: 'Canteen' } })
  await user.type(screen.getByLabelText('Code'), userCode)
  await fill(user, screen.getByLabelText('Name'), 'Dining room')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(await within(await table()).findByRole('row', { name: /Canteen.*by Otto Other/ })).toBeVisible()
})

test('clears an old refusal after a later action', async () => {
  const lead = await keeper()
  await pairDisplay(portal(), lead, 'Lobby')
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  await user.type(await screen.findByLabelText('Code'), 'BCDFGHJK')
  await fill(user, screen.getByLabelText('Name'), 'Canteen')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/^No screen shows this code now\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Revoke Lobby' }))
  await user.click(within(await screen.findByRole('dialog', { name: 'Lobby' })).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The display was revoked.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/^No screen shows this code now\./)).toBeNull())
  expect(screen.getByLabelText('Code')).toHaveValue('BCDFGHJK')
})

test('revokes a display only after the prompt', async () => {
  const lead = await keeper()
  await pairDisplay(portal(), lead, 'Lobby')
  await pairDisplay(portal(), lead, 'Canteen')
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  await user.click(await screen.findByRole('button', { name: 'Revoke Lobby' }))
  const dialog = await screen.findByRole('dialog', { name: 'Lobby' })
  // Tells it apart from another screen of the same name.
  expect(dialog).toHaveTextContent(/revoke this display, approved .+ by Lena Lead\?/)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Revoke Lobby' }))
  await user.click(within(await screen.findByRole('dialog', { name: 'Lobby' })).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The display was revoked.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Lobby' })).toBeNull())
  expect(
    (await portal().call(listDisplays, { as: lead.token })).body.map(({ name }: { name: string }) => name),
  ).toEqual(['Canteen'])
})

test('sorts the displays by name', async () => {
  const lead = await keeper()
  for (const name of ['Lobby', 'Canteen', 'Lobby', 'Atrium']) await pairDisplay(portal(), lead, name)
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  const names = async () =>
    within(await table())
      .getAllByRole('button', { name: /^Revoke / })
      .map((button) => button.getAttribute('aria-label'))
  await user.click(await screen.findByRole('button', { name: 'Display' }))
  expect(await names()).toEqual(['Revoke Atrium', 'Revoke Canteen', 'Revoke Lobby', 'Revoke Lobby'])
  await user.click(screen.getByRole('button', { name: 'Display' }))
  expect(await names()).toEqual(['Revoke Lobby', 'Revoke Lobby', 'Revoke Canteen', 'Revoke Atrium'])
})

test('renames a display in place, and leaves it as it was on Escape', async () => {
  const lead = await keeper()
  await pairDisplay(portal(), lead, 'Lobby')
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  const names = async () =>
    (await portal().call(listDisplays, { as: lead.token })).body.map(({ name }: { name: string }) => name)
  await user.click(await screen.findByRole('button', { name: 'Rename Lobby' }))
  const field = screen.getByLabelText('New name of Lobby')
  expect(field).toHaveFocus()
  await user.keyboard('Canteen{Escape}')
  expect(screen.getByRole('button', { name: 'Rename Lobby' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.clear(screen.getByLabelText('New name of Lobby'))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Name is required.')).toBeVisible()
  await user.keyboard('Canteen{Enter}')
  expect(await screen.findByText('Renamed to Canteen.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Canteen' })).toHaveFocus())
  expect(await names()).toEqual(['Canteen'])
})

test('one of hundreds of displays is renamed in a row that grows with the form', async () => {
  const lead = await keeper()
  const made = Array.from({ length: 250 }, (_, at) => ({
    name: `Screen ${at}`,
    created_at: NOW,
    created_by: 'Lena Lead',
  }))
  await portal().deps.db.insertInto('display').values(made).execute()
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  await user.click(await screen.findByRole('button', { name: 'Rename Screen 249' }))
  const field = screen.getByLabelText('New name of Screen 249')
  expect(field).toHaveFocus()
  expect(field.closest('[data-virtual]')).toBeNull()
})

test('asks before a new name replaces somebody else’s', async () => {
  const lead = await keeper()
  const { id } = await pairDisplay(portal(), lead, 'Lobby')
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  await user.click(await screen.findByRole('button', { name: 'Rename Lobby' }))
  await user.keyboard('Canteen')
  await portal().call(renameDisplay, { as: lead.token, params: { id }, body: { name: 'Entrance' } })
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(/Somebody else has changed Name to “Entrance”/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Renamed to Canteen.')).toBeVisible()
})

test('a revocation repeated after a lost answer counts as the first one', async () => {
  const lead = await keeper()
  await pairDisplay(portal(), lead, 'Lobby')
  const { body: before } = await portal().call(listDisplays, { as: lead.token })
  const { user } = await openPage('/app/onbreak/displays', { portal: portal(), as: lead })
  const revoke = async () => {
    await user.click(await screen.findByRole('button', { name: 'Revoke Lobby' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  }
  await table()
  const { _id: id } = before[0]
  let isFirst = true
  network.use(
    http.delete(`*${revokeDisplay.path.replace(':id', id)}`, async ({ request }) => {
      if (!isFirst) return undefined
      isFirst = false
      const headers = { 'idempotency-key': request.headers.get('idempotency-key') ?? crypto.randomUUID() }
      await portal().call(revokeDisplay, { as: lead.token, params: { id }, headers })
      return Response.error()
    }),
    // The list as before, so that the row can be pressed again.
    http.get(`*${listDisplays.path}`, () => Response.json(before)),
  )
  await revoke()
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  await revoke()
  expect(await screen.findByText('The display was revoked.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
