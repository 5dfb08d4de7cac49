import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { openDb } from '#src/offline/db.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { aTodo } from '#tests/todo.ts'

const { portal } = withPortal()
const LAST_WEEK_MS = 7 * 86_400_000
const PATIENCE = { timeout: 15_000 }

const badge = vi.fn(async (_count: number) => {})
beforeEach(() => {
  badge.mockClear()
  Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge(0) })
})
afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

test('the badge counts waiting changes and overdue tasks, in the worker too', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann' })
  for (const [customMessage, dueDays] of [
    ['Photo', 0],
    ['Handbook', 1],
    ['Some day', undefined],
  ] as const) {
    const body = aTodo({ customMessage, owner: 'self', dueDays })
    await portal().call(calls.createTodo, { as: boss.token, body })
  }
  portal().setNow(new Date(Date.now() - LAST_WEEK_MS).toISOString())
  await portal().call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
  portal().setNow(new Date().toISOString())

  const { user, router } = await openPage('/', { portal: portal(), as: ann })
  await waitFor(() => expect(badge).toHaveBeenLastCalledWith(2), PATIENCE)
  const db = openDb()
  await waitFor(async () => expect((await db.session.get('current'))?.overdue).toBe(2))
  db.close()

  network.use(offlineHandler)
  const tasks = within(await screen.findByRole('region', { name: 'My tasks' }, PATIENCE))
  await user.click(tasks.getByRole('checkbox', { name: 'Some day' }))
  await waitFor(() => expect(badge).toHaveBeenLastCalledWith(3))
  // The checked task is no longer overdue, but its change waits to be sent.
  await user.click(tasks.getByRole('checkbox', { name: 'Photo' }))
  await tasks.findAllByText('Waiting to be sent')
  await waitFor(() => expect(badge).toHaveBeenLastCalledWith(3))
  // The wall has no frame, but the person is still signed in.
  await router.navigate({ to: '/app/onbreak/wall' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'My tasks' })).toBeNull())
  await router.navigate({ to: '/' })
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(badge.mock.calls.flat()).not.toContain(0)
  await user.click(await screen.findByRole('button', { name: 'Discard and sign out' }))
  await waitFor(() => expect(badge).toHaveBeenLastCalledWith(0))
})
