/** What is offered of refused changes in one’s own panel, and where the keyboard is once one is gone. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getMyBreak, updateBreak } from '#contract/apps/onbreak.ts'
import { network, openPage, unplugged, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()

test.each([
  ['Discard', 'radio', 'Lunch'],
  ['Try again', 'button', "I'm Back"],
])('%s leads to the first control of the panel', async (button, role, name) => {
  const boss = await portal().addUser({ name: 'Boss Before', flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Keyboard', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByLabelText('Message')
  network.use(unplugged)
  await user.click(screen.getByRole('radio', { name: 'Break' }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  for (const body of [{ status: false, breakType: 'Lunch' }, { status: true }])
    await portal().call(updateBreak, { as: boss.token, params: { id: ann.id }, body })
  plugIn()
  const pressed = await screen.findByRole('button', { name: button })
  act(() => pressed.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(screen.getByRole(role, { name })).toHaveFocus())
})

test('of several that were refused each is named, and once the last is done anew none before it can be: it would undo that', async () => {
  const boss = await portal().addUser({ name: 'Boss Meanwhile', flags: { onbreak_admin: true } })
  const ann = await portal().addUser({ name: 'Ann Thrice', flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByLabelText('Message')
  network.use(unplugged)
  for (const type of ['Break', 'Lunch']) {
    await user.click(await screen.findByRole('radio', { name: type }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const back = await screen.findByRole('button', { name: "I'm Back" })
    if (type === 'Break') await user.click(back)
  }
  for (const status of [false, true, false])
    await portal().call(updateBreak, { as: boss.token, params: { id: ann.id }, body: { status, breakType: 'Break' } })
  plugIn()
  expect(await screen.findByText('Away: Lunch')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Back')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect((await portal().call(getMyBreak, { as: ann.token })).body).toMatchObject({ status: false, breakType: 'Lunch' })
})
