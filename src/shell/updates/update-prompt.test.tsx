import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getConfig } from '#contract/apps/portal.ts'
import { createVersion, updateVersion } from '#contract/apps/versions.ts'
import { fill, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const worker = vi.hoisted(() => ({
  announced: 0,
  listeners: new Set<() => void>(),
  applied: 0,
  looks: 0,
}))
vi.mock('#src/offline/service-worker.ts', () => ({
  updatesAnnounced: () => worker.announced,
  onUpdate: (listener: () => void) => {
    worker.listeners.add(listener)
    return () => worker.listeners.delete(listener)
  },
  isChanging: () => worker.applied > 0,
  checkForUpdate: () => {
    worker.looks++
  },
  applyUpdate: () => {
    worker.applied++
    for (const listener of worker.listeners) listener()
  },
}))

/** Mocks the sending of waiting changes. */
const sending = vi.hoisted(() => ({ sendAll: vi.fn<(limitMs: number) => Promise<readonly never[]>>() }))
vi.mock('#src/offline/my-changes.ts', async (original) => ({
  ...(await original<typeof import('#src/offline/my-changes.ts')>()),
  sendAll: sending.sendAll,
}))

beforeEach(() => {
  sending.sendAll.mockReset().mockResolvedValue([])
  worker.announced = 0
  worker.applied = 0
  worker.looks = 0
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes the server report this version, and announces its waiting worker. */
async function release(version: string) {
  const { body } = await portal().call(getConfig, {})
  network.use(http.get('*/api/config/', () => HttpResponse.json({ ...body, version })))
  await act(async () => {
    worker.announced++
    for (const listener of worker.listeners) listener()
  })
}

async function announce(title: string): Promise<number> {
  const { token: as } = await portal().addUser({ isAdmin: true })
  const { _id: id } = (await portal().call(createVersion, { as })).body
  await portal().call(updateVersion, { as, params: { id }, body: { title, text: '<p>Better.</p>' } })
  return id
}

const link = () => screen.findByRole('link', { name: 'What’s new' })

test('leads to the note about the new version, also one written since this page was opened', async () => {
  const { user, address } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  const id = await announce('Foyer 7.8.9')
  await announce('Foyer 7.8.90')
  await release('7.8.9')
  await waitFor(async () => expect(await link()).toHaveAttribute('href', `/versions?open=${id}`))
  await user.click(await link())
  expect(await screen.findByRole('heading', { level: 1, name: 'Versions' })).toBeVisible()
  expect(address()).toBe(`/versions?open=${id}`)
  expect(await screen.findByRole('button', { name: /^Foyer 7\.8\.9\b/, expanded: true })).toBeVisible()
  expect(worker.applied).toBe(0)
})

test('links to all notes if none is about the version', async () => {
  await openPage('/', { portal: portal(), as: await portal().addUser() })
  await release('9.9.9')
  expect(await link()).toHaveAttribute('href', '/versions')
})

test('asks before its link leaves an unsaved form', async () => {
  const admin = await portal().addUser({ isAdmin: true })
  const { user } = await openPage('/app/onboarding/todos', { portal: portal(), as: admin })
  await fill(user, await screen.findByLabelText('Todo'), 'Order a chair')
  await release('9.9.9')
  expect(screen.getByLabelText('Todo')).toHaveFocus()
  await user.click(await link())
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('Todo')).toHaveValue('Order a chair')
})

test('the button sends what waits, then changes, and says that it is at it', async () => {
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await release('9.9.9')
  let sent = () => {}
  sending.sendAll.mockReturnValue(
    new Promise((resolve) => {
      sent = () => resolve([])
    }),
  )
  const button = () => screen.getByRole('button', { name: 'Reload' })
  await user.click(button())
  expect(button()).toBeDisabled()
  expect([sending.sendAll.mock.calls.length, worker.applied]).toEqual([1, 0])
  sent()
  await waitFor(() => expect(worker.applied).toBe(1))
  expect(button()).toBeDisabled()
})

test('updates even if changes cannot be sent', async () => {
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await release('9.9.9')
  sending.sendAll.mockRejectedValue(new Error('The store is silent.'))
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(worker.applied).toBe(1))
})

test('waits at most three seconds for changes to be sent', async () => {
  await openPage('/', { portal: portal(), as: await portal().addUser() })
  await release('9.9.9')
  sending.sendAll.mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await act(() => vi.advanceTimersByTimeAsync(2_999))
  expect(worker.applied).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(worker.applied).toBe(1)
})

test('“Later” hides the prompt', async () => {
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await release('9.9.9')
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByText('New version.')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(worker.applied).toBe(0)
})

test('shows the prompt again for the next version after “Later”', async () => {
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  await release('9.9.9')
  await user.click(screen.getByRole('button', { name: 'Later' }))
  await release('9.9.10')
  expect(await screen.findByText('New version.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByText('New version.')).toBeNull()
})

test('checks for an update only if the server has another version', async () => {
  const ann = await portal().addUser()
  const { leave } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByRole('heading', { name: 'Our Apps' })
  expect(worker.looks).toBe(0)
  leave()
  await release('9.9.9')
  await openPage('/', { portal: portal(), as: ann })
  await waitFor(() => expect(worker.looks).toBeGreaterThan(0))
})
