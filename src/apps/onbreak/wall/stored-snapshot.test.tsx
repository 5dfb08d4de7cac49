/** What a display shows when it starts while the portal cannot be reached. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { revokeDisplay } from '#contract/apps/displays.ts'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { DAY_MS, MINUTE_MS } from '#src/lib/spans.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { pairDisplay } from '#tests/display.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { display } from './display.ts'
import { mergeFrames } from './use-wall-board.ts'

const { portal, plugIn } = withPortal()

const KEY = 'portal.wall'

let keeper: TestUser
let ann: TestUser
beforeEach(async () => {
  display.set(null)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  keeper = await portal().addUser({ name: 'Lena Lead', flags: { onbreak_admin: true } })
  ann = await portal().addUser({ name: 'Ann Away', dept: 'Care', flags: { access_onbreak: true } })
  const body = { status: false, breakType: 'Lunch', customMessage: 'At the dentist' }
  await portal().call(updateMyBreak, { as: ann.token, body })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.removeItem(KEY)
  await portal().deps.db.deleteFrom('break_info').execute()
  await portal().deps.db.deleteFrom('display').execute()
})

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))
const openWall = () => openPage('/app/onbreak/wall')
const count = () => screen.getByRole('heading', { level: 1 }).textContent

/** Replaces the storage with one that calls `happens` when the snapshot is written. */
function whenWritten(happens: () => void) {
  const real = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem: (key: string, value: string) => {
      if (key === KEY) happens()
      real.setItem(key, value)
    },
  })
}

/** Opens a display that shows Ann, then switches it off. */
async function shownOnce() {
  const { token } = await pairDisplay(portal(), keeper)
  display.set({ token, name: 'Lobby' })
  const { leave } = await openWall()
  await screen.findByText('Ann Away')
  const heardAt = Date.now()
  leave()
  return { token, heardAt }
}

test('stays approved when the storage is cleared under it', async () => {
  const { token } = await pairDisplay(portal(), keeper)
  display.set({ token, name: 'Lobby' })
  await openWall()
  await screen.findByText('Ann Away')
  localStorage.clear()
  await pass(MINUTE_MS)
  expect(localStorage.getItem('portal.display')).toContain(token)
})

test('continues with the token that another window got while this one slept', async () => {
  const { id, token } = await pairDisplay(portal(), keeper)
  display.set({ token, name: 'Lobby' })
  await openWall()
  await screen.findByText('Ann Away')
  await portal().call(updateMyBreak, { as: ann.token, body: { status: true } })
  await portal().call(revokeDisplay, { as: keeper.token, params: { id } })
  // Without a `storage` event, which a window that sleeps may miss.
  const anew = JSON.stringify({ token: (await pairDisplay(portal(), keeper)).token, name: 'Lobby' })
  localStorage.setItem('portal.display', anew)
  await pass(75_000)
  expect(await screen.findByText('Everybody is here.')).toBeVisible()
  expect(localStorage.getItem('portal.display')).toBe(anew)
})

test('shows the last snapshot in grey with the time of the connection loss, then the portal’s board', async () => {
  const { heardAt } = await shownOnce()
  network.use(offlineHandler)
  await pass(4.5 * MINUTE_MS)
  await openWall()
  const row = (await screen.findByText('Ann Away')).closest('li')
  expect(count()).toBe('1 away')
  expect(row).toHaveTextContent('4 min')
  expect(row?.closest('[data-stale]')).not.toBeNull()
  const since = [heardAt, heardAt - MINUTE_MS].map((at) => timeWithDay(new Date(at).toISOString(), Date.now()))
  expect(since.map((time) => `No connection since ${time}`)).toContain(screen.getByText(/^No connection/).textContent)
  await portal().call(updateMyBreak, { as: ann.token, body: { status: true } })
  plugIn()
  await pass(45_000)
  expect(await screen.findByText('Everybody is here.')).toBeVisible()
  expect(screen.queryByText(/No connection/)).toBeNull()
  expect(document.querySelector('[data-stale]')).toBeNull()
})

test('writes the snapshot once a minute, and when the page is left', async () => {
  const { token } = await pairDisplay(portal(), keeper)
  display.set({ token, name: 'Lobby' })
  let written = 0
  whenWritten(() => written++)
  await openWall()
  await screen.findByText('Ann Away')
  await waitFor(() => expect(written).toBe(1))
  await pass(3 * MINUTE_MS)
  expect(written).toBe(4)
  window.dispatchEvent(new Event('pagehide'))
  expect(written).toBe(5)
  expect(localStorage.getItem(KEY)).not.toContain(token)
  // The message is not stored, since no wall shows it.
  expect(localStorage.getItem(KEY)).not.toContain('dentist')
})

test('names the day of an older snapshot, and drops it after a week', async () => {
  const { heardAt } = await shownOnce()
  network.use(offlineHandler)
  vi.setSystemTime(heardAt + 3 * DAY_MS)
  const { leave } = await openWall()
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' }).format(heardAt)
  expect(await screen.findByText(/^No connection since/)).toHaveTextContent(new RegExp(`since ${weekday} `))
  leave()
  vi.setSystemTime(heardAt + 8 * DAY_MS)
  await openWall()
  expect(await screen.findByText('Waiting for the board…')).toBeVisible()
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('deletes the snapshot of a screen that is refused', async () => {
  await shownOnce()
  expect(localStorage.getItem(KEY)).toContain('Ann Away')
  display.set(null)
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('does not show another display’s snapshot', async () => {
  await shownOnce()
  const kept = localStorage.getItem(KEY) ?? ''
  const other = await pairDisplay(portal(), keeper, 'Kitchen')
  display.set({ token: other.token, name: 'Kitchen' })
  localStorage.setItem(KEY, kept)
  network.use(offlineHandler)
  await openWall()
  expect(await screen.findByText('Waiting for the board…')).toBeVisible()
})

test.each(['{', '{"people":[]}', '{"of":1}', 'null'])('ignores an unreadable snapshot (%s)', async (kept) => {
  await shownOnce()
  localStorage.setItem(KEY, kept)
  network.use(offlineHandler)
  await openWall()
  expect(await screen.findByText('Waiting for the board…')).toBeVisible()
})

test('shows the board on a full device, and keeps no outdated snapshot', async () => {
  await shownOnce()
  whenWritten(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await openWall()
  await waitFor(() => expect(screen.getByText('Ann Away').closest('[data-stale]')).toBeNull())
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull())
})

test('stores no display snapshot for a signed-in person', async () => {
  await openPage('/app/onbreak/wall', { portal: portal(), as: ann })
  await screen.findByText('Ann Away')
  await pass(2 * MINUTE_MS)
  window.dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('replaces the stored snapshot with a full list, and mixes it with nothing before that', () => {
  const person = (userId: number, rev: number): LiveMessage => ({
    ...{ userId, userName: `Person ${userId}`, empType: '', status: false, breakType: 'Lunch', customMessage: '' },
    ...{ timeLeft: null, rev },
  })
  const kept = { people: [person(1, 900)], heardAt: 5, changedAt: 0, isKept: true }
  expect(mergeFrames(kept, [person(2, 901)], 10)).toBe(kept)
  // After a restored backup the portal's revisions are lower than before.
  expect(mergeFrames(kept, [[person(1, 7)]], 10)).toEqual({
    people: [person(1, 7)],
    heardAt: 10,
    changedAt: 0,
    isKept: false,
  })
})
