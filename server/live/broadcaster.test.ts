/** What viewers are told where changes, repeats and lists come close together, in an order that a test decides. */
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import * as calls from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { openLiveSocket } from '#tests/live-socket.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import type { Change, Feed } from '../db/follow.ts'
import { type Live, openLive } from './sockets.ts'

let portal: Portal
let live: Live
let ann: TestUser
let boss: TestUser
let faults: string[]
/** The database is away for so many questions of the live side. */
let away = 0
/** The feed by hand: nothing is heard before `tell`. */
let hears: (changes: readonly Change[]) => void
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
/** As the feed has it, from this revision on. */
const changesFrom = async (rev: number) =>
  (await portal.deps.db.selectFrom('change').selectAll().where('rev', '>=', rev).orderBy('rev').execute()) as Change[]
const tellFrom = async (rev: number) => hears(await changesFrom(rev))
const revsOf = async (viewer: Awaited<ReturnType<typeof watch>>, count: number) => {
  const revs: unknown[] = []
  for (let at = 0; at < count; at++) revs.push(((await viewer.next()) as LiveMessage).rev)
  return revs
}

test('what several ask for in one moment is said once', async () => {
  const viewer = await watch()
  for (let time = 0; time < 5; time++) repeats(ann.id)
  repeats(boss.id)
  const said = [await viewer.next(), await viewer.next()] as LiveMessage[]
  expect(said.map(({ userId }) => userId)).toEqual([ann.id, boss.id])
  const rev = await leave(ann)
  await tellFrom(rev)
  expect(await viewer.next()).toMatchObject({ userId: ann.id, rev })
})

test('a repeat that ran ahead of the feed is not said a second time', async () => {
  const viewer = await watch()
  const away = await leave(ann)
  repeats(ann.id)
  await tellFrom(away)
  const next = await leave(boss)
  await tellFrom(next)
  expect(await revsOf(viewer, 2)).toEqual([away, next])
  expect(viewer.heard).toEqual([])
})

test('a change that the feed tells twice is said once, and the next one of the same person is said', async () => {
  const viewer = await watch()
  const away = await leave(ann)
  await tellFrom(away)
  const back = await isBack(ann)
  // Both once more.
  await tellFrom(away)
  expect(await revsOf(viewer, 2)).toEqual([away, back])
  expect(viewer.heard).toEqual([])
})

test('of more changes than go into one write each is said, in its turn', async () => {
  const viewer = await watch()
  const first = await leave(ann)
  for (let count = 0; count < 75; count++) await (count % 2 ? leave(ann) : isBack(ann))
  const changes = await changesFrom(first)
  hears(changes)
  expect(await revsOf(viewer, 76)).toEqual(changes.map(({ rev }) => rev))
})

test('who came after a change of the list has heard it: the others get it anew, once for all such changes', async () => {
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

test('nobody is told of whom the board does not know', async () => {
  const viewer = await watch()
  repeats((await portal.addUser()).id)
  const rev = await leave(ann)
  await tellFrom(rev)
  expect(await viewer.next()).toMatchObject({ userName: 'Ann', rev })
  expect(faults).toEqual([])
})

test('what could not be told while the database was away is told with the next change', async () => {
  const viewer = await watch()
  const first = await leave(ann)
  away = 1
  await tellFrom(first)
  await expect.poll(() => faults).toEqual(['Error: The database is away.'])
  const second = await leave(boss)
  await tellFrom(second)
  expect(await revsOf(viewer, 2)).toEqual([first, second])
})
