/** A new password signs out every other device: the list on the profile must follow. */
import { createECDH } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#contract/apps/accounts.ts'
import { subscribe } from '#contract/apps/notifications.ts'
import { openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('removes the other devices from the list after a new password', async () => {
  const ann = await portal().addUser({ name: 'Ann' })
  const { token } = (await portal().call(login, { body: { username: ann.email, password: ann.password } })).body
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  const keys = { p256dh, auth: 'a-secret-of-16-bytes-A' }
  const body = { endpoint: 'https://push.example/other', keys, name: 'Firefox on Android' }
  await portal().call(subscribe, { as: token, body })
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  await screen.findByText('Firefox on Android')
  await user.type(screen.getByLabelText('New Password'), 'quite another one')
  await user.type(screen.getByLabelText('Confirm Password'), 'quite another one')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Android')).toBeNull())
})
