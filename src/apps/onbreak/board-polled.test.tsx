/** The board when no socket gets through. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { getBoard, updateMyBreak } from '#contract/apps/onbreak.ts'
import { getConfig } from '#contract/apps/portal.ts'
import { pairDisplay } from '#tests/display.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { display } from './wall/display.ts'

const { portal } = withPortal()

afterEach(() => void vi.useRealTimers())

/** A socket that never opens, as behind a firewall that lets only calls through. */
vi.mock('partysocket/ws', () => ({
  default: class extends EventTarget {
    static readonly OPEN = 1
    readonly readyState = 3
    constructor() {
      super()
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
    close() {}
  },
}))

test('is polled: shows who leaves, and since when it is not live', async () => {
  const ann = await portal().addUser({ name: 'Ann Polled', flags: { access_onbreak: true } })
  const ben = await portal().addUser({ name: 'Ben Polled', flags: { access_onbreak: true } })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  const list = await screen.findByRole('table', { name: 'Employee List' })
  expect(await screen.findByText(/^No live connection since .* You see the board as of/)).toBeVisible()
  await portal().call(updateMyBreak, { as: ben.token, body: { status: false, breakType: 'Lunch' } })
  vi.advanceTimersByTime(15_000)
  const rowOfBen = () =>
    within(list)
      .getAllByRole('row')
      .find((row) => row.textContent?.includes('Ben Polled'))
  await waitFor(() => expect(rowOfBen()).toHaveTextContent('Lunch'))
})

test('is polled by a wall too, which has lost nothing', async () => {
  const boss = await portal().addUser({ flags: { onbreak_admin: true } })
  const cleo = await portal().addUser({ name: 'Cleo Polled', flags: { access_onbreak: true } })
  const { token } = await pairDisplay(portal(), boss)
  display.set({ token, name: 'Lobby' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await openPage('/app/onbreak/wall')
  await screen.findByText('Ben Polled')
  await portal().call(updateMyBreak, { as: cleo.token, body: { status: false, breakType: 'Lunch' } })
  vi.advanceTimersByTime(15_000)
  expect(await screen.findByText('Cleo Polled')).toBeVisible()
  expect(screen.queryByText(/No connection since/)).toBeNull()
  // Nobody sees it: it asks again once somebody does.
  const asked = vi.fn()
  network.events.on('request:start', asked)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.advanceTimersByTime(30_000)
  expect(asked).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  vi.advanceTimersByTime(15_000)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  network.events.removeListener('request:start', asked)
  display.set(null)
})

test('of another server, which has it on the socket alone, is not said to be empty', async () => {
  const ann = await portal().addUser({ name: 'Ann Elsewhere', flags: { access_onbreak: true } })
  const noSuchCall = () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })
  network.use(http.get(`*${getConfig.path}`, noSuchCall), http.get(`*${getBoard.path}`, noSuchCall))
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  expect(screen.queryByText('Nobody is on the board yet.')).toBeNull()
  expect(screen.queryByText(/You see the board as of/)).toBeNull()
})
