/** What one’s own panel offers for refused changes, and where the focus goes once one is gone. */
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { getMyBreak, updateBreak } from '#contract/apps/onbreak.ts'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const { portal, plugIn, freezeClock } = withPortal()

/** Opens the board of a person without a connection, whose status a board admin can change meanwhile. */
async function openWithoutLine() {
  const boss = await portal().addUser({ name: 'Boss Meanwhile', flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Alone', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByLabelText('Message')
  network.use(offlineHandler)
  return {
    user,
    byBoss: (body: object) => portal().call(updateBreak, { as: boss.token, params: { id: ann.id }, body }),
    ownRecord: async () => (await portal().call(getMyBreak, { as: ann.token })).body,
  }
}

test.each([
  ['Discard', 'radio', 'Lunch'],
  ['Try again', 'button', "I'm Back"],
])('%s moves the focus to the first control of the panel', async (button, role, name) => {
  const { user, byBoss } = await openWithoutLine()
  await user.click(screen.getByRole('radio', { name: 'Break' }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  for (const body of [{ status: false, breakType: 'Lunch' }, { status: true }]) await byBoss(body)
  freezeClock()
  plugIn()
  const pressed = await screen.findByRole('button', { name: button })
  portal().setNow(null)
  act(() => pressed.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(screen.getByRole(role, { name })).toHaveFocus())
})

test('a refusal that takes the focused button away leaves the focus in the panel', async () => {
  const ann = await portal().addUser({ name: 'Ann Refused', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  const button = await screen.findByRole('button', { name: 'Update' })
  let refuse = () => {}
  const held = new Promise<void>((resolve) => {
    refuse = resolve
  })
  network.use(
    http.put('*/api/onbreak/update/', async () => {
      await held
      return HttpResponse.json({ detail: 'Not for you.' }, { status: 403 })
    }),
  )
  act(() => button.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: "I'm Back" })).toHaveFocus())
  refuse()
  expect(await screen.findByText('Not for you.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus())
})

test('names each refused change, and after the last was repeated offers no earlier one, which would undo it', async () => {
  const { user, byBoss, ownRecord } = await openWithoutLine()
  for (const type of ['Break', 'Lunch']) {
    await user.click(await screen.findByRole('radio', { name: type }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const back = await screen.findByRole('button', { name: "I'm Back" })
    if (type === 'Break') await user.click(back)
  }
  for (const status of [false, true, false]) await byBoss({ status, breakType: 'Break' })
  freezeClock()
  plugIn()
  expect(await screen.findByText('Away: Lunch')).toBeVisible()
  portal().setNow(null)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Back')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(async () => expect(await ownRecord()).toMatchObject({ status: false, breakType: 'Lunch' }))
})

test('keeps a refused change until it is repeated, whatever else is done', async () => {
  const { user, byBoss, ownRecord } = await openWithoutLine()
  await fill(user, screen.getByLabelText('Message'), 'Off I go')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  await byBoss({ status: false, breakType: 'Break', customMessage: 'By the boss' })
  freezeClock()
  plugIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('Boss Meanwhile')
  portal().setNow(null)
  await user.click(await screen.findByRole('button', { name: "I'm Back" }))
  await waitFor(async () => expect(await ownRecord()).toMatchObject({ status: true }))
  expect(screen.getByRole('alert')).toHaveTextContent('Boss Meanwhile')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await ownRecord()).toMatchObject({ status: false, customMessage: 'Off I go' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('removes a discarded change from the form too', async () => {
  const { user, byBoss } = await openWithoutLine()
  await user.click(screen.getByRole('radio', { name: 'Break' }))
  await fill(user, screen.getByLabelText('Message'), 'Off I go')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  for (const body of [{ status: false, breakType: 'Lunch' }, { status: true }]) await byBoss(body)
  freezeClock()
  plugIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('Boss Meanwhile')
  expect(await screen.findByLabelText('Message')).toHaveValue('Off I go')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''))
  expect(screen.getByRole('radio', { name: 'Lunch' })).toBeChecked()
})
