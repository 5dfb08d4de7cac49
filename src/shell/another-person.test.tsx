/** In another tab one person signs out and another signs in; this tab learns of both at once. */
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { append, fill, openPage, sessionOf, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

async function comesElsewhere(who: TestUser): Promise<void> {
  localStorage.setItem('userInfo', JSON.stringify(await sessionOf(portal(), who)))
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

test('the next person finds nothing that the previous one has typed', async () => {
  const [ada, bo] = [await portal().addUser({ name: 'Ada' }), await portal().addUser({ name: 'Bo' })]
  const { user } = await openPage('/profile', { portal: portal(), as: ada })
  await append(user, await screen.findByLabelText('Name'), ' Secret')
  expect(screen.getByDisplayValue('Ada Secret')).toBeVisible()
  await comesElsewhere(bo)
  expect(await screen.findByDisplayValue('Bo')).toBeVisible()
  expect(screen.queryByDisplayValue('Ada Secret')).toBeNull()
})

test('the next person finds no password that the previous one was setting', async () => {
  const add = (name: string) => portal().addUser({ name, changedPassword: false })
  const [ada, bo] = [await add('Ada'), await add('Bo')]
  const { user } = await openPage('/', { portal: portal(), as: ada })
  await fill(user, await screen.findByLabelText('New Password'), 'my own password')
  await comesElsewhere(bo)
  expect(await screen.findByText(/^Welcome, Bo\./)).toBeVisible()
  expect(screen.getByLabelText('New Password')).toHaveValue('')
})
