/** The wall of a signed-in person, without a line. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { network, openPage, unplugged, withPortal } from '#tests/page.tsx'
import { display } from './display.ts'

const { portal } = withPortal()

beforeEach(() => display.set(null))

const WALL = '/app/onbreak/wall'

async function away(name: string) {
  const user = await portal().addUser({ name, flags: { access_onbreak: true } })
  await portal().call(updateMyBreak, { as: user.token, body: { status: false, breakType: 'Lunch' } })
  return user
}

test('shows the board as this device has it', async () => {
  const { router } = await openPage('/app/onbreak', { portal: portal(), as: await away('Ann Away') })
  expect(await screen.findByRole('row', { name: /Ann Away/ })).toBeVisible()
  network.use(unplugged)
  await router.navigate({ to: WALL })
  expect(await screen.findByText('Ann Away')).toBeVisible()
  expect(screen.queryByText('Waiting for the board…')).toBeNull()
})

test('leaves what it has heard to the board', async () => {
  const { router } = await openPage(WALL, { portal: portal(), as: await away('Bo Away') })
  expect(await screen.findByText('Bo Away')).toBeVisible()
  network.use(unplugged)
  await router.navigate({ to: '/app/onbreak' })
  expect(await screen.findByRole('row', { name: /Bo Away/ })).toHaveTextContent('Lunch')
})
