/** The wall of a signed-in person, without a connection. */
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { display } from './display.ts'

const { portal } = withPortal()

beforeEach(() => display.set(null))
afterEach(() => void vi.useRealTimers())

const WALL = '/app/onbreak/wall'

async function away(name: string) {
  const user = await portal().addUser({ name, flags: { access_onbreak: true } })
  await portal().call(updateMyBreak, { as: user.token, body: { status: false, breakType: 'Lunch' } })
  return user
}

test('shows the cached board', async () => {
  const { router } = await openPage('/app/onbreak', { portal: portal(), as: await away('Ann Away') })
  expect(await screen.findByRole('row', { name: /Ann Away/ })).toBeVisible()
  network.use(offlineHandler)
  await router.navigate({ to: WALL })
  expect(await screen.findByText('Ann Away')).toBeVisible()
  expect(screen.queryByText('Waiting for the board…')).toBeNull()
})

test('leaves what it has received to the board', async () => {
  const { router } = await openPage(WALL, { portal: portal(), as: await away('Bo Away') })
  expect(await screen.findByText('Bo Away')).toBeVisible()
  network.use(offlineHandler)
  await router.navigate({ to: '/app/onbreak' })
  expect(await screen.findByRole('row', { name: /Bo Away/ })).toHaveTextContent('Lunch')
})

test('shows nobody after a refusal, also while offline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  const cleo = await away('Cleo Away')
  await openPage(WALL, { portal: portal(), as: cleo })
  expect(await screen.findByText('Cleo Away')).toBeVisible()
  await portal().deps.db.updateTable('user').set({ access_onbreak: 0 }).where('id', '=', cleo.id).execute()
  await act(async () => vi.advanceTimersByTime(MINUTE_MS + 1_000))
  expect(await screen.findByText(/needs the permission/)).toBeVisible()
  network.use(offlineHandler)
  await act(async () => vi.advanceTimersByTime(5 * MINUTE_MS))
  expect(await screen.findByText('Waiting for the board…')).toBeVisible()
  expect(screen.queryByText('Cleo Away')).toBeNull()
})
