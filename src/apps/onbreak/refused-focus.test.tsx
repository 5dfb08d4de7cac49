/** Where the keyboard is once a refused change is gone from one's own panel. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateBreak } from '#contract/apps/onbreak.ts'
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
