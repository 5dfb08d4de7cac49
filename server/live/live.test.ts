import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { deleteUser, login, logout, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/onbreak.ts'
import { CLOSE, type LiveMessage } from '#contract/live.ts'
import { openLiveSocket } from '#tests/live-socket.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type LiveSockets, openLive } from './sockets.ts'

type User = Awaited<ReturnType<Portal['addUser']>>

let portal: Portal
let live: LiveSockets
let port: number
let ann: User
let boss: User
const open: WebSocket[] = []

beforeEach(async () => {
  portal = await openPortal()
  live = openLive(portal.deps, console.error)
  live.attach(portal.app.server)
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
  boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags: { access_onbreak: true, onbreak_admin: true } })
  for (const user of [ann, boss]) await portal.call(calls.getMyBreak, { as: user.token })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await live.close()
  await portal.close()
})

function dial(ticket: string | null, headers: Record<string, string> = {}, options: ClientOptions = {}, at = port) {
  const viewer = openLiveSocket({ port: at, ticket }, { headers, ...options })
  open.push(viewer.socket)
  return viewer
}

const ticketFor = async (user: User) =>
  (await portal.call(calls.createTicket, { as: user.token })).body.ticket as string
const watch = async (user: User) => {
  const viewer = dial(await ticketFor(user))
  const list = (await viewer.next()) as LiveMessage[]
  return { ...viewer, list }
}
const leave = (user: User, breakType = 'Lunch') =>
  portal.call(calls.updateMyBreak, { as: user.token, body: { status: false, breakType } })
const comeBack = (user: User) => portal.call(calls.updateMyBreak, { as: user.token, body: { status: true } })

describe('opening a socket', () => {
  test('sends the full list first', async () => {
    const { list } = await watch(ann)
    expect(list).toEqual((await portal.call(calls.getBoard, { as: ann.token })).body)
    expect(list.map(({ userName }) => userName)).toEqual(['Ann', 'Bo'])
    expect(live.count()).toBe(1)
  })

  test('closes with 4401 for a missing, unknown, used or expired ticket', async () => {
    expect(await dial(null).closed).toBe(CLOSE.noTicket)
    expect(await dial('made-up').closed).toBe(CLOSE.noTicket)
    const [ticket] = [await ticketFor(ann), await ticketFor(boss)]
    expect(await dial([...ticket].reverse().join('')).closed).toBe(CLOSE.noTicket)
    await dial(ticket).next()
    expect(await dial(ticket).closed).toBe(CLOSE.noTicket)
    portal.setNow('2026-03-05T11:00:00.000Z')
    const old = await ticketFor(await portal.addUser({ flags: { onbreak_admin: true } }))
    portal.setNow('2026-03-05T11:00:30.001Z')
    expect(await dial(old).closed).toBe(CLOSE.noTicket)
  })

  test('refuses a ticket whose session has ended or whose user lost access to the board', async () => {
    const ticket = await ticketFor(ann)
    await portal.call(logout, { as: ann.token })
    expect(await dial(ticket).closed).toBe(CLOSE.noTicket)
    const [other, bo] = [await ticketFor(boss), boss.id]
    await portal.deps.db
      .updateTable('user')
      .set({ access_onbreak: 0, onbreak_admin: 0, is_admin: 0 })
      .where('id', '=', bo)
      .execute()
    expect(await dial(other).closed).toBe(CLOSE.noTicket)
  })

  test('closes the person’s oldest socket, of any session, beyond the limit per person', async () => {
    await live.close()
    live = openLive(portal.deps, console.error, 4)
    live.attach(portal.app.server)
    const first = await watch(ann)
    const again = await portal.call(login, { body: { username: ann.email, password: ann.password } })
    const other = { ...ann, token: again.body.token }
    const others = [await watch(other), await watch(ann), await watch(other), await watch(boss)]
    expect(first.socket.readyState).toBe(WebSocket.OPEN)
    others.push(await watch(other))
    expect(await first.closed).toBe(CLOSE.tooMany)
    await leave(ann)
    for (const viewer of others) expect(await viewer.next()).toMatchObject({ userId: ann.id })
    // A closed socket does not count any longer.
    others[0]?.socket.close()
    await others[0]?.closed
    await expect.poll(() => live.count()).toBe(4)
    await watch(ann)
    expect(others.slice(1).map(({ socket }) => socket.readyState)).toEqual(Array(4).fill(WebSocket.OPEN))
  })
})

describe('broadcasting', () => {
  test('sends each committed change once to everyone, in order', async () => {
    const viewers = [await watch(ann), await watch(boss)]
    const changes = [await leave(ann), await leave(boss, 'Break'), await comeBack(ann)]
    for (const viewer of viewers) {
      for (const { body } of changes) {
        const { rev, user, status, breakType } = body
        expect(await viewer.next()).toMatchObject({ rev, userId: user, status, breakType })
      }
      expect(viewer.heard).toEqual([])
    }
  })

  test('sends nothing for an update that is refused or changes nothing', async () => {
    const viewer = await watch(ann)
    await leave(ann)
    await leave(ann)
    await leave(ann, 'Siesta')
    const last = await comeBack(ann)
    expect(await viewer.next()).toMatchObject({ status: false })
    expect(await viewer.next()).toMatchObject({ status: true, rev: last.body.rev })
  })

  test('sends the full list when a person leaves, joins, is renamed or changes department', async () => {
    await portal.addUser({ dept: 'Depot' })
    const viewer = await watch(boss)
    await portal.call(calls.deleteBreak, { as: boss.token, params: { id: ann.id } })
    expect(await viewer.next()).toMatchObject([{ userName: 'Bo' }])
    await portal.call(calls.createBreak, { as: boss.token, params: { id: ann.id } })
    expect(await viewer.next()).toMatchObject([{ userName: 'Ann' }, { userName: 'Bo' }])
    const params = { id: ann.id }
    const body = { name: 'Anna', email: ann.email }
    await portal.call(updateUser, { as: boss.token, params, body })
    expect(await viewer.next()).toMatchObject([{ userName: 'Anna' }, { userName: 'Bo' }])
    await portal.call(updatePermissions, { as: boss.token, params, body: { dept: 'Depot' } })
    expect(await viewer.next()).toMatchObject([{ userName: 'Anna', empType: 'Depot' }, { userName: 'Bo' }])
  })

  test('sends nothing for a change of a person that the board does not show', async () => {
    const viewer = await watch(boss)
    const params = { id: ann.id }
    for (const access_etl of [true, true])
      await portal.call(updatePermissions, { as: boss.token, params, body: { access_onbreak: true, access_etl } })
    await portal.call(updateUser, { as: boss.token, params, body: { name: 'Ann', email: `new.${ann.email}` } })
    await leave(ann)
    expect(await viewer.next()).toMatchObject({ userName: 'Ann', status: false })
  })

  test('sends planned minutes with a person who is away, and the full list when their type changes', async () => {
    const as = boss.token
    const body = { breakType: 'Dentist', plannedMinutes: 90 }
    const type = (await portal.call(calls.createBreakType, { as, body })).body
    const viewer = await watch(boss)
    await leave(ann, 'Dentist')
    expect(await viewer.next()).toMatchObject({ userName: 'Ann', plannedMinutes: 90 })
    const params = { id: type._id }
    for (const breakType of ['Dentist', 'Doctor']) {
      const changed = { breakType, plannedMinutes: 60 }
      await portal.call(calls.updateBreakType, { as, params, body: changed })
      expect(await viewer.next()).toMatchObject([{ userName: 'Ann', ...changed }, { userName: 'Bo' }])
      await portal.call(calls.updateBreakType, { as, params, body: changed })
    }
    await comeBack(ann)
    expect(Object.keys((await viewer.next()) as LiveMessage)).not.toContain('plannedMinutes')
  })

  test('sends 30 concurrent changes in ascending order of revision', async () => {
    const viewer = await watch(boss)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? comeBack(ann) : leave(ann, index % 4 ? 'Break' : 'Lunch'))),
    )
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    const last = Math.max(...answers.map((answer) => answer.body.rev))
    const revs: number[] = []
    while (revs.at(-1) !== last) revs.push(((await viewer.next()) as LiveMessage).rev ?? 0)
    expect(revs).toEqual([...new Set(revs)].sort((a, b) => a - b))
  })
})

describe('a client’s frame', () => {
  test('sends the stored record to everyone and changes nothing', async () => {
    const [mine, theirs] = [await watch(ann), await watch(boss)]
    mine.socket.send(JSON.stringify({ userId: ann.id, status: false, breakType: 'Lunch', rev: 1e9 }))
    const stored = mine.list.find(({ userId }) => userId === ann.id)
    expect(await mine.next()).toEqual(stored)
    expect(await theirs.next()).toEqual(stored)
  })

  test('about another person is accepted from a board admin only', async () => {
    const [mine, theirs] = [await watch(ann), await watch(boss)]
    theirs.socket.send(JSON.stringify({ user: ann.id }))
    expect(await mine.next()).toMatchObject({ userId: ann.id })
    mine.socket.send(JSON.stringify({ user: boss.id }))
    expect(await mine.closed).toBe(CLOSE.notYours)
  })

  test('about another person is refused on an open socket once the sender is no longer a board admin', async () => {
    const cy = await portal.addUser({ name: 'Cy', flags: { access_onbreak: true, onbreak_admin: true } })
    const { socket, closed, next } = await watch(cy)
    socket.send(JSON.stringify({ userId: ann.id }))
    expect(await next()).toMatchObject({ userId: ann.id })
    await portal.call(updatePermissions, { as: boss.token, params: { id: cy.id }, body: { onbreak_admin: false } })
    // The socket learns of the lost right a moment later. Fewer frames than the rate limit allows.
    const say = () => {
      socket.send(JSON.stringify({ userId: ann.id }))
      expect(socket.readyState).not.toBe(WebSocket.OPEN)
    }
    await vi.waitFor(say, { interval: 250, timeout: 4_000 })
    expect(await closed).toBe(CLOSE.notYours)
  })

  test.each([
    ['not JSON', 'hello'],
    ['no object', '[]'],
    ['nobody', '{"status":true}'],
    ['over 4 KB', JSON.stringify({ userId: 1, pad: 'x'.repeat(4_096) })],
    ['far over 4 KB', JSON.stringify({ userId: 1, pad: 'x'.repeat(2_000_000) })],
  ])('is refused by closing with 4400 if invalid: %s', async (_what, frame) => {
    const { socket, closed } = await watch(ann)
    socket.send(frame)
    expect(await closed).toBe(CLOSE.badFrame)
  })

  test('is refused by closing with 4429 if it is the 21st in 10 s', async () => {
    const { socket, closed } = await watch(ann)
    for (let count = 0; count < 21; count++) socket.send(JSON.stringify({ userId: ann.id }))
    expect(await closed).toBe(CLOSE.tooMany)
  })
})

describe('a socket is closed', () => {
  test('at logout', async () => {
    const { closed } = await watch(ann)
    await portal.call(logout, { as: ann.token })
    expect(await closed).toBe(CLOSE.noTicket)
  })

  test('when the person loses access', async () => {
    const { closed } = await watch(ann)
    await portal.call(updatePermissions, { as: boss.token, params: { id: ann.id }, body: { access_onbreak: false } })
    expect(await closed).toBe(CLOSE.noTicket)
  })

  test('when the person is deactivated, but not those of others', async () => {
    const [mine, theirs] = [await watch(ann), await watch(boss)]
    await portal.call(updatePermissions, { as: boss.token, params: { id: ann.id }, body: { dept: 'deactivated' } })
    expect(await mine.closed).toBe(CLOSE.noTicket)
    expect(await theirs.next()).toMatchObject([{ userName: 'Bo' }])
    expect(theirs.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('when the person is deleted', async () => {
    const { closed } = await watch(ann)
    expect((await portal.call(deleteUser, { as: boss.token, params: { id: ann.id } })).status).toBe(204)
    expect(await closed).toBe(CLOSE.noTicket)
  })

  test('with 1012 when the server stops', async () => {
    const { closed } = await watch(ann)
    await live.close()
    expect(await closed).toBe(CLOSE.restart)
  })
})

describe('an idle socket', () => {
  const SECOND = 1_000

  /** Fakes the portal's own timers; the network keeps real time. */
  async function withClock(): Promise<LiveSockets> {
    await live.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    live = openLive(portal.deps, console.error)
    live.attach(portal.app.server)
    return live
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is sent the full list again after 30 s without another message', async () => {
    await withClock()
    const viewer = await watch(ann)
    vi.advanceTimersByTime(20 * SECOND)
    await leave(ann)
    expect(await viewer.next()).toMatchObject({ userId: ann.id })
    vi.advanceTimersByTime(25 * SECOND) // 45 s after the list, 25 s after the change
    vi.advanceTimersByTime(10 * SECOND)
    expect(await viewer.next()).toHaveLength(2)
    expect(viewer.heard).toEqual([])
  })

  test('that answers pings stays open', async () => {
    await withClock()
    const viewer = await watch(ann)
    for (let ping = 0; ping < 5; ping++) {
      const pinged = new Promise((resolve) => viewer.socket.once('ping', resolve))
      vi.advanceTimersByTime(30 * SECOND)
      await pinged
      // The answer to this frame arrives after the pong was handled.
      viewer.socket.send(JSON.stringify({ userId: ann.id }))
      while (Array.isArray(await viewer.next()));
    }
    expect(viewer.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('that no longer answers pings is cut', async () => {
    await withClock()
    const dead = dial(await ticketFor(ann), {}, { autoPong: false })
    await dead.next()
    const pings: number[] = []
    dead.socket.on('ping', () => pings.push(1))
    vi.advanceTimersByTime(90 * SECOND)
    expect(await dead.closed).toBe(1006)
    expect(pings.length).toBeLessThanOrEqual(2)
  })
})

test('two servers on one Postgres send the same messages', async ({ skip }) => {
  const { databaseUrl } = portal.deps.config
  if (databaseUrl === null) return skip('SQLite has one server.')
  const other = await openPortal({ databaseUrl })
  const otherLive = openLive(other.deps, console.error)
  otherLive.attach(other.app.server)
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const ticket = await ticketFor(ann)
  const viewer = dial(ticket, {}, {}, (other.app.server.address() as AddressInfo).port)
  await viewer.next()
  const { body } = await leave(ann)
  expect(await viewer.next()).toMatchObject({ userId: ann.id, rev: body.rev, status: false })
  const here = await watch(ann)
  here.socket.send(JSON.stringify({ userId: ann.id }))
  for (const each of [viewer, here]) expect(await each.next()).toMatchObject({ userId: ann.id, status: false })
  expect([viewer.heard, here.heard]).toEqual([[], []])
  await portal.call(logout, { as: ann.token })
  expect(await viewer.closed).toBe(CLOSE.noTicket)
  await otherLive.close()
  await other.close()
})
