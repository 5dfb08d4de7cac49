/** Access that ends at an awkward moment: while a viewer is admitted, while the database is unreachable, by time alone. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { logout } from '#contract/apps/accounts.ts'
import { revokeDisplay } from '#contract/apps/displays.ts'
import * as calls from '#contract/apps/onbreak.ts'
import { CLOSE } from '#contract/live.ts'
import { pairDisplay } from '#tests/display.ts'
import { openLiveSocket } from '#tests/live-socket.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { recordChange } from '../db/feed.ts'
import { type LiveSockets, openLive } from './sockets.ts'

let portal: Portal
let live: LiveSockets
let ann: TestUser
let faults: string[]
/** By table: what happens when the live side next queries it. Queries of the portal itself are not affected. */
let whenAsked: Partial<Record<string, () => Promise<void>>>
const open: WebSocket[] = []

const tableOf = (node: object) =>
  /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(JSON.stringify(node))?.[1]

beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
  faults = []
  whenAsked = {}
  const asked = new WeakMap<object, string | undefined>()
  const db = portal.deps.db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.set(queryId, tableOf(node))
      return node
    },
    async transformResult({ result, queryId }) {
      await whenAsked[asked.get(queryId) ?? '']?.()
      return result
    },
  })
  live = openLive({ ...portal.deps, db }, (error) => faults.push(String(error)))
  live.attach(portal.app.server)
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of open.splice(0)) socket.terminate()
  await live.close()
  await portal.close()
})

const ticketOf = async (as: string) => (await portal.call(calls.createTicket, { as })).body.ticket as string
function dial(ticket: string, headers: Record<string, string> = {}) {
  const { port } = portal.app.server.address() as AddressInfo
  const viewer = openLiveSocket({ port, ticket }, { headers })
  open.push(viewer.socket)
  return viewer
}
async function watch(as = ann.token) {
  const viewer = dial(await ticketOf(as))
  await viewer.next()
  return viewer
}

/** Signs Ann out. Resolves once every listener has been told. */
async function signOut() {
  const heard = new Promise<void>((resolve) => {
    portal.deps.feed.listen((changes) => changes.some(({ topic }) => topic === 'access') && resolve())
  })
  await portal.call(logout, { as: ann.token })
  await heard
}

test('refuses a page of another host, and reports it once', async () => {
  for (let turn = 0; turn < 2; turn++) {
    const refused = dial(await ticketOf(ann.token), { origin: 'https://evil.example' })
    const [, { statusCode }] = await once(refused.socket, 'unexpected-response')
    expect(statusCode).toBe(403)
  }
  expect(faults).toEqual([expect.stringMatching(/“https:\/\/evil\.example”.*“127\.0\.0\.1:\d+”/)])
  const own = dial(await ticketOf(ann.token), { origin: 'http://127.0.0.1:3000' })
  expect(Array.isArray(await own.next())).toBe(true)
})

test('access lost while the first list is read closes the socket', async ({ skip }) => {
  if (portal.deps.dialect === 'sqlite') return skip('One connection, on which nothing can be made to wait.')
  const viewer = dial(await ticketOf(ann.token))
  // The session was found alive, but no viewer is registered yet that could be told of its end.
  whenAsked.session = async () => {
    whenAsked = {}
    await signOut()
  }
  expect(await viewer.closed).toBe(CLOSE.noTicket)
})

test('a failed access check is retried a second later', async () => {
  const [mine, theirs] = [await watch(), await watch((await portal.addUser({ flags: { onbreak_admin: true } })).token)]
  whenAsked.session = async () => {
    whenAsked = {}
    throw new Error('The database is away.')
  }
  await portal.call(logout, { as: ann.token })
  expect(await mine.closed).toBe(CLOSE.noTicket)
  expect(faults).toEqual(['Error: The database is away.'])
  expect(theirs.socket.readyState).toBe(theirs.socket.OPEN)
})

test('a person who must change the password loses their socket', async () => {
  const mine = await watch()
  await portal.deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('user').set({ changed_password: 0 }).where('id', '=', ann.id).execute()
    await recordChange(tx, 'access', ann.id, portal.deps.clock())
  })
  portal.deps.feed.wake()
  expect(await mine.closed).toBe(CLOSE.noTicket)
})

test('the socket of a session that expired is closed within five minutes', async () => {
  await live.close()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  live = openLive(portal.deps, (error) => faults.push(String(error)))
  live.attach(portal.app.server)
  portal.setNow(new Date().toISOString())
  const viewer = await watch()
  const half = async () => {
    const pinged = new Promise((resolve) => viewer.socket.once('ping', resolve))
    vi.advanceTimersByTime(30_000)
    await pinged
  }
  for (let minute = 0; minute < 4.5; minute += 0.5) {
    await half()
    // The answer to this frame arrives after the pong was handled.
    viewer.socket.send(JSON.stringify({ userId: ann.id }))
    while (Array.isArray(await viewer.next()));
  }
  portal.setNow(new Date(Date.now() + 15 * 86_400_000).toISOString())
  await half()
  expect(await viewer.closed).toBe(CLOSE.noTicket)
})

test('a revoked display loses its own socket only, and the end of all sessions closes no display socket', async () => {
  const keeper = await portal.addUser({ flags: { onbreak_admin: true } })
  const [lobby, canteen] = [await pairDisplay(portal, keeper), await pairDisplay(portal, keeper)]
  const [inLobby, inCanteen, mine] = [await watch(lobby.token), await watch(canteen.token), await watch()]
  await portal.call(revokeDisplay, { as: keeper.token, params: { id: lobby.id } })
  expect(await inLobby.closed).toBe(CLOSE.noTicket)
  for (const { socket } of [inCanteen, mine]) expect(socket.readyState).toBe(socket.OPEN)
  await portal.deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('session').execute()
    await recordChange(tx, 'access', null, portal.deps.clock())
  })
  portal.deps.feed.wake()
  expect(await mine.closed).toBe(CLOSE.noTicket)
  expect(inCanteen.socket.readyState).toBe(inCanteen.socket.OPEN)
})

test('a client refused for its ticket is disconnected even if it does not answer the close frame', {
  timeout: 15_000,
}, async () => {
  const line = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1')
  line.write(
    'GET /?ticket=made-up HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  // Reads what it is sent, but never answers the close frame.
  let said = ''
  line.setEncoding('latin1').on('data', (part: string) => (said += part))
  await once(line, 'end')
  expect(said).toMatch(/^HTTP\/1\.1 101 [\s\S]*no valid ticket$/)
})
