/** What viewers are sent if changes, repeats and lists come close together, in an order that the test controls. */
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import * as calls from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { openLiveSocket } from '#tests/live-socket.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import type { Feed, FeedChange } from '../db/follow.ts'
import { type LiveSockets, openLive } from './sockets.ts'

let portal: Portal
let live: LiveSockets
let ann: TestUser
let boss: TestUser
let faults: string[]
/** How many further queries of the live side fail as if the database were unreachable. */
let away = 0
/** A feed driven by hand: listeners are called only by `tell`. */
let hears: (changes: readonly FeedChange[]) => void
let repeats: (userId: number) => void
const open: WebSocket[] = []

beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
  boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags: { access_onbreak: true, onbreak_admin: true } })
  faults = []
  away = 0
  const feed: Feed = {
    ...portal.deps.feed,
    listen(listener) {
      hears = listener
      return () => {}
    },
    listenRepeats(listener) {
      repeats = listener
      return () => {}
    },
  }
  const db = portal.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (away-- > 0) throw new Error('The database is away.')
      return result
    },
  })
  live = openLive({ ...portal.deps, db, feed }, (error) => faults.push(String(error)))
  live.attach(portal.app.server)
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await live.close()
  await portal.close()
})

async function watch() {
  const { ticket } = (await portal.call(calls.createTicket, { as: boss.token })).body
  const viewer = openLiveSocket({ port: (portal.app.server.address() as AddressInfo).port, ticket })
  open.push(viewer.socket)
  expect(await viewer.next()).toHaveLength(2)
  return viewer
}
const leave = async (user: TestUser, breakType = 'Lunch') =>
  (await portal.call(calls.updateMyBreak, { as: user.token, body: { status: false, breakType } })).body.rev as number
const isBack = async (user: TestUser) =>
  (await portal.call(calls.updateMyBreak, { as: user.token, body: { status: true } })).body.rev as number
/** Returns the changes in the feed from this revision on. */
const changesFrom = async (rev: number) =>
  (await portal.deps.db
    .selectFrom('change')
    .selectAll()
    .where('rev', '>=', rev)
    .orderBy('rev')
    .execute()) as FeedChange[]
const tellFrom = async (rev: number) => hears(await changesFrom(rev))
const revsOf = async (viewer: Awaited<ReturnType<typeof watch>>, count: number) => {
  const revs: unknown[] = []
  for (let at = 0; at < count; at++) revs.push(((await viewer.next()) as LiveMessage).rev)
  return revs
}

test('sends a repeat once if it is requested several times at the same moment', async () => {
  const viewer = await watch()
  for (let time = 0; time < 5; time++) repeats(ann.id)
  repeats(boss.id)
  const said = [await viewer.next(), await viewer.next()] as LiveMessage[]
  expect(said.map(({ userId }) => userId)).toEqual([ann.id, boss.id])
  const rev = await leave(ann)
  await tellFrom(rev)
  expect(await viewer.next()).toMatchObject({ userId: ann.id, rev })
})

test('does not send a change again that a repeat has sent ahead of the feed', async () => {
  const viewer = await watch()
  const away = await leave(ann)
  repeats(ann.id)
  await tellFrom(away)
  const next = await leave(boss)
  await tellFrom(next)
  expect(await revsOf(viewer, 2)).toEqual([away, next])
  expect(viewer.heard).toEqual([])
})

test('sends a change once if the feed delivers it twice, and then the person’s next change', async () => {
  const viewer = await watch()
  const away = await leave(ann)
  await tellFrom(away)
  const back = await isBack(ann)
  // Delivers both changes once more.
  await tellFrom(away)
  expect(await revsOf(viewer, 2)).toEqual([away, back])
  expect(viewer.heard).toEqual([])
})

test('sends 76 changes in order, which do not fit in one write', async () => {
  const viewer = await watch()
  const first = await leave(ann)
  for (let count = 0; count < 75; count++) await (count % 2 ? leave(ann) : isBack(ann))
  const changes = await changesFrom(first)
  hears(changes)
  expect(await revsOf(viewer, 76)).toEqual(changes.map(({ rev }) => rev))
})

test('sends the list again once after several changes of it, but not to viewers who connected later', async () => {
  const before = await watch()
  const params = { id: ann.id }
  expect((await portal.call(calls.deleteBreak, { as: boss.token, params })).status).toBe(204)
  const [gone] = (await changesFrom(0)).slice(-1)
  await portal.call(calls.createBreak, { as: boss.token, params })
  const after = await watch()
  await tellFrom(gone?.rev ?? 0)
  expect(await before.next()).toMatchObject([{ userName: 'Ann' }, { userName: 'Bo' }])
  const next = await leave(boss)
  await tellFrom(next)
  for (const viewer of [before, after]) {
    expect(await viewer.next()).toMatchObject({ userName: 'Bo', rev: next })
    expect(viewer.heard).toEqual([])
  }
})

test('sends nothing about a person who is not on the board', async () => {
  const viewer = await watch()
  repeats((await portal.addUser()).id)
  const rev = await leave(ann)
  await tellFrom(rev)
  expect(await viewer.next()).toMatchObject({ userName: 'Ann', rev })
  expect(faults).toEqual([])
})

test('sends nothing for a change of another list', async () => {
  const viewer = await watch()
  const as = { as: boss.token }
  const body = { breakType: 'Dentist' }
  expect((await portal.call(calls.createBreakType, { ...as, body })).status).toBe(201)
  await tellFrom((await changesFrom(0)).at(-1)?.rev ?? 0)
  const rev = await leave(ann)
  await tellFrom(rev)
  expect(await viewer.next()).toMatchObject({ userName: 'Ann', rev })
})

test('sends a change that could not be read from the database together with the next one', async () => {
  const viewer = await watch()
  const first = await leave(ann)
  away = 1
  await tellFrom(first)
  await expect.poll(() => faults).toEqual(['Error: The database is away.'])
  const second = await leave(boss)
  await tellFrom(second)
  expect(await revsOf(viewer, 2)).toEqual([first, second])
})
