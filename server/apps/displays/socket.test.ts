/** The live socket of a display: it gets the board and its changes, may send nothing, and ends with its approval. */
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { revokeDisplay } from '#contract/apps/displays.ts'
import { createTicket, getBoard, updateMyBreak } from '#contract/apps/onbreak.ts'
import { CLOSE } from '#contract/live.ts'
import { openLive } from '#server/live/sockets.ts'
import { pairDisplay } from '#tests/display.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let lead: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  lead = await portal.addUser({ name: 'Lena Lead', flags: { onbreak_admin: true } })
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
})
afterEach(() => portal.close())

const revoke = (id: number) => portal.call(revokeDisplay, { as: lead.token, params: { id } })

async function watching() {
  const live = openLive(portal.deps, console.error)
  live.attach(portal.app.server)
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  const display = await pairDisplay(portal, lead)
  const dial = async (ticket: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?ticket=${ticket}`)
    const frames: unknown[] = []
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    return { socket, frames, closed }
  }
  const ticket = async () => (await portal.call(createTicket, { as: display.token })).body.ticket as string
  return { live, display, dial, ticket }
}
const until = async (isSo: () => boolean) => {
  await vi.waitFor(() => expect(isSo()).toBe(true), 10_000)
}

test('receives the board and its changes, and is closed within 5 s once the display is revoked', async () => {
  const { live, display, dial, ticket } = await watching()
  const { frames, closed } = await dial(await ticket())
  await until(() => frames.length === 1)
  expect(frames[0]).toMatchObject([{ userName: 'Ann', status: true }])
  await portal.call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch' } })
  await until(() => frames.length === 2)
  expect(frames[1]).toMatchObject({ userName: 'Ann', status: false, breakType: 'Lunch' })
  const unused = await ticket()
  const before = Date.now()
  await revoke(display.id)
  expect(await closed).toBe(CLOSE.noTicket)
  expect(Date.now() - before).toBeLessThan(5_000)
  expect(await (await dial(unused)).closed).toBe(CLOSE.noTicket)
  await live.close()
})

test('stays open while another display is revoked', async () => {
  const { live, dial, display, ticket } = await watching()
  const { socket, frames } = await dial(await ticket())
  await until(() => frames.length === 1)
  const other = await pairDisplay(portal, lead, 'Canteen')
  const statuses = () =>
    Promise.all([display, other].map(async ({ token }) => (await portal.call(getBoard, { as: token })).status))
  expect(await statuses()).toEqual([200, 200])
  await revoke(other.id)
  await portal.call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch' } })
  await until(() => frames.length === 2)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  expect(await statuses()).toEqual([200, 401])
  await live.close()
})

test('is closed when it sends a status', async () => {
  const { live, dial, ticket } = await watching()
  const { socket, frames, closed } = await dial(await ticket())
  await until(() => frames.length === 1)
  socket.send(JSON.stringify({ userId: ann.id, status: false, breakType: 'Lunch' }))
  expect(await closed).toBe(CLOSE.notYours)
  await live.close()
})
