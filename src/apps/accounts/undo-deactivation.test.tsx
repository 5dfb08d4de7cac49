import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getUser, type User } from '#contract/apps/accounts.ts'
import { announced, append, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test.each([{ dept: 'Depot' }, { dept: '' }])(
  'restores with Undo what a deactivation took from somebody in “$dept”, and keeps what was typed',
  async ({ dept }) => {
    const boss = await portal().addUser({ isAdmin: true })
    const lead = await portal().addUser({ flags: { isCepManager: true } })
    const flags = { isCEP: true, access_onbreak: true, mood_admin: true }
    const bob = await portal().addUser({ ...(dept ? { dept } : {}), isAdmin: true, flags, manager: lead.id })
    const stored = async (): Promise<User> =>
      (await portal().call(getUser, { as: boss.token, params: { id: bob.id } })).body
    const before = await stored()
    const { user } = await openPage(`/frontend-admin/user/${bob.id}/edit`, { portal: portal(), as: boss })
    await append(user, await screen.findByLabelText('Name'), ' Senior')
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Deactivate' })).toBeEnabled())
    expect(await stored()).toEqual(before)
    expect(screen.queryByText(/is deactivated/)).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await waitFor(() => expect(announced()).toBe('The user is active again.'))
    expect(screen.getByRole('checkbox', { name: 'Is Admin' })).toBeChecked()
    expect(screen.getByLabelText('Name')).toHaveValue(`${before.name} Senior`)
  },
)
