/** One person leaves and another comes in another tab, and this one hears of both at once. */
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { append, openPage, sessionOf, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('who comes finds nothing of what the one before them has typed', async () => {
  const [ada, bo] = [await portal().addUser({ name: 'Ada' }), await portal().addUser({ name: 'Bo' })]
  const { user } = await openPage('/profile', { portal: portal(), as: ada })
  await append(user, await screen.findByLabelText('Name'), ' Secret')
  expect(screen.getByDisplayValue('Ada Secret')).toBeVisible()
  localStorage.setItem('userInfo', JSON.stringify(await sessionOf(portal(), bo)))
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await screen.findByDisplayValue('Bo')).toBeVisible()
  expect(screen.queryByDisplayValue('Ada Secret')).toBeNull()
})
