import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { frameOf, Viewer, ViewerSocket } from './viewer.ts'

const HOLDER = { kind: 'session', sessionId: 1, userId: 1 } as const

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

describe('a viewer that stopped reading', () => {
  /** Returns both ends of a connection whose far end has stopped reading. */
  async function stalled() {
    const server = new WebSocketServer({ port: 0, WebSocket: ViewerSocket })
    const connected = new Promise<[ViewerSocket, Duplex]>((resolve) =>
      server.on('connection', (socket: ViewerSocket, request) => resolve([socket, request.socket])),
    )
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { maxPayload: 2 ** 28 })
    open.push(client)
    await new Promise((resolve) => client.on('open', resolve))
    client.pause()
    const [socket, line] = await connected
    const closed = new Promise<number>((resolve) => client.on('close', (code) => resolve(code)))
    return {
      server,
      client,
      socket,
      closed,
      viewer: new Viewer({ socket, stream: line, holder: HOLDER, isBoardAdmin: false }, 0),
    }
  }

  test('is closed with 4408 once more than 1 MB behind, and gets the code when it reads again 20 s later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server, client, socket, closed, viewer } = await stalled()
    const bytes = frameOf('x'.repeat(100_000))
    let rev = 0
    while (socket.readyState === WebSocket.OPEN) {
      const behind = socket.bufferedAmount
      viewer.send([{ bytes, at: ++rev, rev }], bytes, 0)
      if (behind < 1_000_000) expect(socket.readyState).toBe(WebSocket.OPEN)
      await new Promise((resolve) => setImmediate(resolve))
    }
    vi.advanceTimersByTime(20_000)
    client.resume()
    expect(await closed).toBe(CLOSE.tooSlow)
    server.close()
  })

  test('does not count as behind because of a long list alone', async () => {
    const { server, client, socket, viewer } = await stalled()
    viewer.sendList(Buffer.alloc(30_000_000, 'x'), 1, 0)
    const bytes = frameOf('y')
    viewer.send([{ bytes, at: 2, rev: 2 }], bytes, 0)
    expect(socket.bufferedAmount).toBeGreaterThan(1_048_576)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    client.terminate()
    server.close()
  })
})

describe('frames written together', () => {
  /** Returns both ends of a working connection. */
  async function connected() {
    const server = new WebSocketServer({ port: 0, WebSocket: ViewerSocket })
    const both = new Promise<[ViewerSocket, Duplex]>((resolve) =>
      server.on('connection', (socket: ViewerSocket, request) => resolve([socket, request.socket])),
    )
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { maxPayload: 2 ** 28 })
    open.push(client)
    const heard: string[] = []
    client.on('message', (data) => heard.push(String(data)))
    const [socket, line] = await both
    const viewer = new Viewer({ socket, stream: line, holder: HOLDER, isBoardAdmin: false }, 0)
    return { server, viewer, heard }
  }
  const framesOf = (texts: readonly string[]) =>
    texts.map((text, at) => ({ bytes: frameOf(text), at: at + 1, rev: at + 1 }))

  test('arrive one by one at every length', async () => {
    const { server, viewer, heard } = await connected()
    const texts = [
      '',
      'x',
      'ä'.repeat(62),
      'x'.repeat(125),
      'x'.repeat(126),
      'x'.repeat(65_535),
      'x'.repeat(65_536),
      'last',
    ]
    const frames = framesOf(texts)
    viewer.send(frames, Buffer.concat(frames.map(({ bytes }) => bytes)), 0)
    await expect.poll(() => heard.length).toBe(texts.length)
    expect(heard).toEqual(texts)
    server.close()
  })

  test('omit changes that the list already contains', async () => {
    const { server, viewer, heard } = await connected()
    viewer.sendList(Buffer.from('the list'), 2, 0)
    const frames = framesOf(['one', 'two', 'three', 'four'])
    viewer.send(frames, Buffer.concat(frames.map(({ bytes }) => bytes)), 0)
    await expect.poll(() => heard).toEqual(['the list', 'three', 'four'])
    server.close()
  })

  test('omit a repeated record that is older than the list', async () => {
    const { server, viewer, heard } = await connected()
    viewer.sendList(Buffer.from('the list'), 2, 0)
    const frames = [1, 2].map((at) => ({ bytes: frameOf(`as of ${at}`), at, rev: null }))
    viewer.send(frames, Buffer.concat(frames.map(({ bytes }) => bytes)), 0)
    await expect.poll(() => heard).toEqual(['the list', 'as of 2'])
    server.close()
  })
})
