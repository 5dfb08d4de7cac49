import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approveDisplay, listDisplays, revokeDisplay } from '#contract/apps/displays.ts'
import { getBoard, updateMyBreak } from '#contract/apps/onbreak.ts'
import { CLOSE, type LiveMessage } from '#contract/live.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { updateServerClock } from '#src/lib/server-clock.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { pairDisplay } from '#tests/display.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { display } from './display.ts'

const { portal, plugIn } = withPortal()

const { Line } = vi.hoisted(() => {
  class Line extends EventTarget {
    static last: Line | null
    /** Asks for the address at once, like partysocket. */
    constructor(address: () => Promise<string>) {
      super()
      Line.last = this
      address().catch(() => {})
    }
    close() {}
    reconnect() {}
  }
  return { Line }
})
vi.mock('partysocket/ws', () => ({ default: Line }))

const say = (frame: unknown) =>
  act(async () => {
    Line.last?.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

let keeper: TestUser
let ann: TestUser
beforeEach(async () => {
  display.set(null)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  keeper = await portal().addUser({ name: 'Lena Lead', flags: { onbreak_admin: true } })
  ann = await portal().addUser({ name: 'Ann Away', dept: 'Care', flags: { access_onbreak: true } })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const table of ['break_info', 'display'] as const) await portal().deps.db.deleteFrom(table).execute()
})

const leave = async (breakType = 'Lunch') =>
  (await portal().call(updateMyBreak, { as: ann.token, body: { status: false, breakType } })).body
const shownCode = async () => (await screen.findByText(/^[A-Z]{4}-[A-Z]{4}$/)).textContent ?? ''
const count = () => screen.getByRole('heading', { level: 1 }).textContent

/** Opens the wall on a screen that has been approved already. */
async function openWall() {
  const mine = await pairDisplay(portal(), keeper)
  display.set({ token: mine.token, name: 'Lobby' })
  return { ...mine, ...(await openPage('/app/onbreak/wall')) }
}

test('shows a code without a session, and the board once approved', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  await leave()
  await openPage('/app/onbreak/wall')
  const code = await shownCode()
  // The screen asks nobody to sign in.
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.getByText(/\/app\/onbreak\/displays/)).toBeVisible()
  await portal().call(approveDisplay, { as: keeper.token, body: { code, name: 'Lobby' } })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('Ann Away')).toBeVisible()
  expect(count()).toBe('1 away')
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Care')
  expect(screen.getByText('Lunch')).toBeVisible()
  expect(screen.queryByRole('banner', { name: /header/i })).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
  // No session, and no personal data on the device.
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(JSON.parse(localStorage.getItem('portal.display') ?? '')).toMatchObject({ name: 'Lobby' })
})

test('shows what the socket says, and “Everybody is here.” when nobody is away', async () => {
  const away = await leave()
  await openWall()
  expect(await screen.findByText('Ann Away')).toBeVisible()
  const back: Partial<LiveMessage> = { userId: ann.id, userName: 'Ann Away', empType: 'Care', status: true }
  await say({ ...back, breakType: '', customMessage: '', timeLeft: null, rev: away.rev + 1 })
  expect(await screen.findByText('Everybody is here.')).toBeVisible()
  expect(count()).toBe('0 away')
  // A message older than the shown record changes nothing.
  await say({
    ...back,
    status: false,
    breakType: 'Lunch',
    customMessage: '',
    timeLeft: away.clockOutTime,
    rev: away.rev,
  })
  expect(screen.queryByText('Ann Away')).toBeNull()
})

test('shows when a person on a planned type is due back, then overdue', async () => {
  await openWall()
  await screen.findByText('Everybody is here.')
  const person = { userId: ann.id, userName: 'Ann Away', empType: 'Care', status: false, breakType: 'Physio' }
  const timeLeft = new Date(Date.now() - 44 * 60_000).toISOString()
  const due = new Date(Date.parse(timeLeft) + 45 * 60_000).toISOString()
  await say({ ...person, customMessage: '', timeLeft, plannedMinutes: 45, rev: 1e6 })
  const row = () => screen.getByText('Ann Away').closest('li')
  expect(row()).toHaveTextContent(`due back ${timeWithDay(due, Date.now())}`)
  await act(async () => vi.advanceTimersByTime(13.5 * 60_000))
  expect(row()).toHaveTextContent('over by 12 min')
  await say({ ...person, customMessage: '', timeLeft, breakType: 'Lunch', rev: 1e6 + 1 })
  expect(row()).not.toHaveTextContent(/due|over/)
})

test('gives a long type lines of its own: the times are never left out, and nothing moves', async () => {
  await openWall()
  await screen.findByText('Everybody is here.')
  const breakType = 'Parental leave until further notice, with the certificate of a doctor and of the authority'
  const person = { userId: ann.id, userName: 'Ann Away', empType: 'Care', status: false, breakType }
  const timeLeft = new Date().toISOString()
  await say({ ...person, customMessage: '', timeLeft, rev: 1e6 })
  const row = () => screen.getByText('Ann Away').closest('li')
  expect(screen.getByText(breakType).parentElement).toHaveAttribute('data-apart')
  expect(row()).toHaveTextContent(new RegExp(`${breakType} · ${clockTime(timeLeft)}$`))
  const height = row()?.style.getPropertyValue('--height')
  expect(Number(height)).toBeGreaterThan(2.2)
  await act(async () => vi.advanceTimersByTime(20.5 * 60_000))
  expect(row()).toHaveTextContent(`${breakType} · ${clockTime(timeLeft)} · 20 min`)
  expect(row()?.style.getPropertyValue('--height')).toBe(height)
  await say({ ...person, customMessage: '', timeLeft, breakType: 'Lunch', rev: 1e6 + 1 })
  expect(row()).toHaveTextContent(`Lunch · ${clockTime(timeLeft)} · 20 min`)
  expect(row()?.style.getPropertyValue('--height')).toBe('2.2')
})

test('computes durations by the server’s clock when the wall’s is 20 minutes fast', async () => {
  const away = await leave()
  const list = (await portal().call(getBoard, { as: ann.token })).body
  vi.setSystemTime(Date.now() + 20 * 60_000)
  network.use(
    http.get(`*${getBoard.path}`, () =>
      HttpResponse.json(list, { headers: { date: new Date(Date.now() - 20 * 60_000).toUTCString() } }),
    ),
  )
  await openWall()
  const row = (await screen.findByText('Ann Away')).closest('li')
  expect(row).toHaveTextContent(`Lunch · ${clockTime(away.clockOutTime)}`)
  expect(row).not.toHaveTextContent('min')
  const clocks = [0, 60_000].map((more) => clockTime(new Date(Date.parse(away.clockOutTime) + more).toISOString()))
  expect(clocks).toContain(screen.getAllByRole('time')[0]?.textContent)
  await act(async () => vi.advanceTimersByTime(5.5 * 60_000))
  expect(row).toHaveTextContent('5 min')
  updateServerClock(new Date().toUTCString(), Date.now())
})

test('says that it was revoked and shows a new code', async () => {
  const { id } = await openWall()
  await screen.findByText('Everybody is here.')
  await portal().call(revokeDisplay, { as: keeper.token, params: { id } })
  await act(async () => {
    Line.last?.dispatchEvent(Object.assign(new Event('close'), { code: CLOSE.noTicket }))
  })
  expect(await screen.findByRole('heading', { name: 'This screen is no longer approved' })).toBeVisible()
  expect(await shownCode()).toMatch(/^[A-Z-]{9}$/)
  expect(localStorage.getItem('portal.display')).toBeNull()
})

test('says since when it is offline, turns grey after ten minutes, and recovers by itself', async () => {
  await leave()
  await openWall()
  await screen.findByText('Ann Away')
  expect(screen.queryByText(/No connection/)).toBeNull()
  network.use(offlineHandler)
  await act(async () => vi.advanceTimersByTime(80_000))
  expect(screen.getByText(/^No connection since (?:[A-Z][a-z]+ )?\d/)).toBeVisible()
  const body = () => screen.getByText('Ann Away').closest('[data-stale]')
  expect(body()).toBeNull()
  await act(async () => vi.advanceTimersByTime(600_000))
  expect(body()).not.toBeNull()
  plugIn()
  await act(async () => vi.advanceTimersByTime(15_000))
  await waitFor(() => expect(screen.queryByText(/No connection/)).toBeNull())
  expect(body()).toBeNull()
})

test('fetches the board by a call while the socket is silent', async () => {
  await openWall()
  await screen.findByText('Everybody is here.')
  await leave()
  await act(async () => vi.advanceTimersByTime(75_000))
  expect(await screen.findByText('Ann Away')).toBeVisible()
})

test('ignores a response requested before the socket’s full list', async () => {
  const away = await leave()
  const ben = await portal().addUser({ name: 'Ben Away', flags: { access_onbreak: true } })
  await portal().call(updateMyBreak, { as: ben.token, body: { status: false, breakType: 'Break' } })
  const list = (await portal().call(getBoard, { as: ann.token })).body
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  let answered = 0
  network.use(
    http.get(`*${getBoard.path}`, async () => {
      await asked
      answered++
      return HttpResponse.json([])
    }),
  )
  await openWall()
  await screen.findByText('Waiting for the board…')
  await say(list)
  expect(await screen.findByText('Ann Away')).toBeVisible()
  answer()
  await waitFor(() => expect(answered).toBe(1))
  // A message that arrives after the response is merged after it.
  await say({ ...list.find(({ userId }: LiveMessage) => userId === ann.id), breakType: 'Doctor', rev: away.rev + 1 })
  expect(await screen.findByText('Doctor')).toBeVisible()
  expect(count()).toBe('2 away')
})

test('is refused only by the portal, not by a proxy that asks to sign in', async () => {
  network.use(
    http.get(`*${getBoard.path}`, () => HttpResponse.json({ error: 'Sign in to our network.' }, { status: 401 })),
  )
  await openWall()
  await screen.findByText('Waiting for the board…')
  await act(async () => vi.advanceTimersByTime(80_000))
  expect(screen.getByText(/^No connection since (?:[A-Z][a-z]+ )?\d/)).toBeVisible()
  expect(localStorage.getItem('portal.display')).toContain('Lobby')
})

test('asks for the server’s time once an hour, however much the socket says', async () => {
  let asked = 0
  network.use(
    http.get(`*${getBoard.path}`, () => {
      asked++
      return HttpResponse.json([])
    }),
  )
  await openWall()
  await screen.findByText('Nobody is on the board yet.')
  vi.setSystemTime(Date.now() + 59 * 60_000)
  await say([])
  await act(async () => vi.advanceTimersByTime(15_000))
  expect(asked).toBe(1)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  await say([])
  await act(async () => vi.advanceTimersByTime(15_000))
  await waitFor(() => expect(asked).toBe(2))
})

test('lets the device sleep by night, moves the picture, and cleans up when left', async () => {
  const request = vi.fn(async () => ({ release: async () => {}, released: false }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  vi.setSystemTime(new Date(2026, 2, 5, 5, 55))
  const { leave: close } = await openWall()
  await screen.findByText('Everybody is here.')
  const main = screen.getByRole('main')
  const place = (axis: 'x' | 'y') => main.style.getPropertyValue(`--shift-${axis}`)
  expect(request).not.toHaveBeenCalled()
  expect(document.documentElement.dataset.wall).toBe('dark')
  const [across, down] = [new Set<string>(), new Set<string>()]
  for (let count = 0; count < 4; count++) {
    across.add(place('x'))
    down.add(place('y'))
    await act(async () => vi.advanceTimersByTime(3 * 60_000))
  }
  for (const places of [across, down]) expect(places.size).toBeGreaterThan(1)
  expect(request).toHaveBeenCalled()
  close()
  expect(document.documentElement.dataset.wall).toBeUndefined()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('says since when it is offline after a start without a connection too', async () => {
  const mine = await pairDisplay(portal(), keeper)
  display.set({ token: mine.token, name: 'Lobby' })
  network.use(offlineHandler)
  await openPage('/app/onbreak/wall')
  const waiting = await screen.findByText('Waiting for the board…')
  expect(screen.queryByText(/No connection/)).toBeNull()
  await act(async () => vi.advanceTimersByTime(80_000))
  expect(screen.getByText(/^No connection since (?:[A-Z][a-z]+ )?\d/)).toBeVisible()
  expect(waiting).not.toHaveAttribute('data-stale')
  await act(async () => vi.advanceTimersByTime(600_000))
  expect(waiting).toHaveAttribute('data-stale')
  plugIn()
  await act(async () => vi.advanceTimersByTime(15_000))
  expect(await screen.findByText(/^(Everybody is here|Nobody is on the board yet)\.$/)).toBeVisible()
  expect(screen.queryByText(/No connection/)).toBeNull()
})

test('says that it goes on by itself when offline while asking for a code', async () => {
  network.use(offlineHandler)
  await openPage('/app/onbreak/wall')
  expect(await screen.findByText(/cannot be reached right now.*goes on by itself\.$/)).toBeVisible()
})

test('shows the wall with a person’s own session, and stops every timer when left', async () => {
  await leave()
  const { leave: close } = await openPage('/app/onbreak/wall', { portal: portal(), as: ann })
  expect(await screen.findByText('Ann Away')).toBeVisible()
  expect(localStorage.getItem('portal.display')).toBeNull()
  expect((await portal().call(listDisplays, { as: keeper.token })).body).toEqual([])
  close()
  expect(vi.getTimerCount()).toBe(0)
})

test('tells a person who loses the right, and shows the board once it is given back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  await leave()
  await openPage('/app/onbreak/wall', { portal: portal(), as: ann })
  await screen.findByText('Ann Away')
  const may = (access_onbreak: 0 | 1) =>
    portal().deps.db.updateTable('user').set({ access_onbreak }).where('id', '=', ann.id).execute()
  await may(0)
  await act(async () => vi.advanceTimersByTime(61_000))
  expect(await screen.findByText(/needs the permission/)).toBeVisible()
  await may(1)
  await act(async () => vi.advanceTimersByTime(300_000))
  expect(await screen.findByText('Ann Away')).toBeVisible()
})

test('shows a code to a person who may not see the board', async () => {
  await openPage('/app/onbreak/wall', { portal: portal(), as: await portal().addUser() })
  expect(await shownCode()).toMatch(/^[A-Z-]{9}$/)
})

test('neither uses nor ends a session on the same device', async () => {
  const { id } = await openWall()
  await screen.findByText('Everybody is here.')
  const { leave: close } = await openPage('/', { portal: portal(), as: ann })
  await portal().call(revokeDisplay, { as: keeper.token, params: { id } })
  await act(async () => {
    Line.last?.dispatchEvent(Object.assign(new Event('close'), { code: CLOSE.noTicket }))
  })
  await waitFor(() => expect(localStorage.getItem('portal.display')).toBeNull())
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}')).toMatchObject({ token: ann.token })
  close()
})
