/** Saving a release note again after a lost answer succeeds as usual. */
import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { createVersion, updateVersion } from '#contract/apps/versions.ts'
import { reportReachable } from '#src/api/connection.ts'
import { append, loseFirstAnswer, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

// The server trims the title and writes the attributes of the link in another order.
test('closes the editor when saved again after a lost answer', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { body } = await portal().call(createVersion, { as: boss.token })
  const params = { id: body._id }
  await portal().call(updateVersion, { as: boss.token, params, body: { title: 'March', text: '<p>Once</p>' } })
  const { user, address } = await openPage(`/version/${body._id}/edit`, { portal: portal(), as: boss })
  await append(user, await screen.findByRole('textbox', { name: 'Title' }), ' 2026 ')
  await user.click(await screen.findByRole('textbox', { name: 'Details' }))
  await user.paste('https://foyer.example/march')
  loseFirstAnswer(http.put, '*/api/versions/*')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  reportReachable()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toBe('/versions'))
})
