import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { Viewer, ViewerSocket } from './viewer.ts'

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

describe('a reader who does not read', () => {
  /** Both ends of a line whose far end has stopped reading. */
  async function stalled() {
    const server = new WebSocketServer({ port: 0, WebSocket: ViewerSocket })
    const connected = new Promise<ViewerSocket>((resolve) => server.on('connection', resolve))
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { maxPayload: 2 ** 28 })
    open.push(client)
    await new Promise((resolve) => client.on('open', resolve))
    client.pause()
    const socket = await connected
    const closed = new Promise<number>((resolve) => client.on('close', (code) => resolve(code)))
    return {
      server,
      client,
      socket,
      closed,
      viewer: new Viewer(socket, { kind: 'session', sessionId: 1, userId: 1 }, false, 0),
    }
  }

  test('is closed with 4408 once more than 1 MB behind', async () => {
    const { server, client, socket, closed, viewer } = await stalled()
    const text = 'x'.repeat(100_000)
    let rev = 0
    while (socket.readyState === WebSocket.OPEN) {
      const behind = socket.bufferedAmount
      viewer.send({ text, at: ++rev, rev }, 0)
      if (behind < 1_000_000) expect(socket.readyState).toBe(WebSocket.OPEN)
      await new Promise((resolve) => setImmediate(resolve))
    }
    client.resume()
    expect(await closed).toBe(CLOSE.tooSlow)
    server.close()
  })

  test('is not behind because the company’s list alone is longer', async () => {
    const { server, client, socket, viewer } = await stalled()
    viewer.sendList('x'.repeat(30_000_000), 1, 0)
    viewer.send({ text: 'y', at: 2, rev: 2 }, 0)
    expect(socket.bufferedAmount).toBeGreaterThan(1_048_576)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    client.terminate()
    server.close()
  })
})
