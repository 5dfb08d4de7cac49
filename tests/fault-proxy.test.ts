/** Checks that each fault of tests/e2e/fault-proxy.ts does what it says: browser tests are only as good as their faults. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as requestTo, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from './e2e/fault-proxy.ts'
import { listen } from './listen.ts'

let server: Server
let proxy: FaultProxy
/** Requests that the server has handled, in order of completion. */
let done: string[]
/** Lets the server finish its answer to GET /slow. */
let release: () => void
/** Resolves when GET /slow reaches the server. */
let slowAsked: Promise<unknown>

beforeEach(async () => {
  done = []
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server = createServer(async (request, answer) => {
    const body = await text(request)
    if (request.url === '/slow') {
      server.emit('slow')
      answer.write('first half, ')
      await released
    }
    done.push(`${request.method} ${request.url} ${body}`)
    answer.statusCode = request.method === 'POST' ? 201 : 200
    answer.end(JSON.stringify({ host: request.headers.host, body }))
  })
  server.on('upgrade', (request, socket) => {
    if (request.url === '/closed') {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: Upgrade\r\n\r\n')
    socket.pipe(socket)
    socket.once('close', () => server.emit('socket gone'))
  })
  slowAsked = once(server, 'slow')
  proxy = await openFaultProxy(`http://localhost:${await listen(server)}`)
})

afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ask = (path = '/', init: RequestInit = {}) => fetch(proxy.url + path, { redirect: 'error', ...init })
const post = (body: string, headers = {}) => ask('/things?a=1', { method: 'POST', body, headers })
const expectLost = (asked: Promise<unknown>) => expect(asked).rejects.toThrow('fetch failed')

/** Opens a socket through the proxy; returns it, or the status with which the upgrade was refused. */
async function dial(path = '/live'): Promise<Duplex | number> {
  const request = requestTo(proxy.url + path, { headers: { connection: 'Upgrade', upgrade: 'echo' }, agent: false })
  request.end()
  return new Promise((resolve, reject) => {
    request.once('upgrade', (_answer, socket: Socket) => resolve(socket.on('error', () => socket.destroy())))
    request.once('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    request.once('error', reject)
  })
}

async function dialled(path?: string): Promise<Duplex> {
  const socket = await dial(path)
  if (typeof socket === 'number') throw new Error(`The upgrade was answered with ${socket}.`)
  return socket
}

async function echo(socket: Duplex, said: string): Promise<string> {
  socket.write(said)
  const [heard] = await once(socket, 'data')
  return String(heard)
}

test('pass: data goes both ways, and the proxy records what the server saw', async () => {
  const headers = {
    'idempotency-key': 'k1',
    'occurred-at': 't1',
    'sent-at': 't2',
    'base-rev': '7',
    authorization: 'B x',
  }
  const answer = await post('hello', { ...headers, 'x-other': 'y' })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ host: new URL(proxy.url).host, body: 'hello' })
  const asked = { method: 'POST', path: '/things', search: '?a=1' }
  expect(proxy.seen).toEqual([{ ...asked, headers, body: 'hello', status: 201 }])
  expect(proxy.arrived).toEqual([{ ...asked, isUpgrade: false, fault: 'pass' }])
})

test('pass: an answer arrives while the server is still writing it', async () => {
  const answer = await ask('/slow')
  const reader = answer.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first half, ')
  expect(done).toEqual([])
  release()
})

test('pass: without a server the answer is lost, and nothing is recorded as seen', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expectLost(ask())
  expect(proxy.seen).toEqual([])
  server.listen(0)
})

test('a target can be named once the server is there', async () => {
  const early = await openFaultProxy()
  await expectLost(fetch(early.url))
  early.to(proxy.url)
  expect((await fetch(early.url)).status).toBe(200)
  await early.close()
})

test('refuse: nothing reaches the server, and what was under way is cut', async () => {
  const slow = ask('/slow').then((answer) => answer.text())
  await slowAsked
  proxy.set('refuse')
  await expect(slow).rejects.toThrow()
  await expectLost(post('lost'))
  expect(done).toEqual([])
  expect(proxy.arrived.at(-1)).toMatchObject({ path: '/things', fault: 'refuse' })
  proxy.set('pass')
  expect((await post('found')).status).toBe(201)
})

test('refuse: ends a connection without a request, and one that is kept alive', async () => {
  const agent = new Agent({ keepAlive: true })
  const keptAlive = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      requestTo(proxy.url, { agent }, resolve).once('error', reject).end()
    })
  await text(await keptAlive())
  const idle = connect(Number(new URL(proxy.url).port), '127.0.0.1').on('error', () => {})
  await once(idle, 'connect')
  // The proxy accepts connections in order: once it has served a later one, it has accepted this one.
  await text(await keptAlive())
  const gone = once(idle, 'close')
  proxy.set('refuse')
  await gone
  await expect(keptAlive()).rejects.toThrow()
  expect(done).toHaveLength(2)
  agent.destroy()
})

test('stall: no answer, until the fault changes', async () => {
  proxy.set('stall')
  let isSettled = false
  const stalled = post('waiting').finally(() => {
    isSettled = true
  })
  await expect.poll(() => proxy.arrived.length).toBe(1)
  proxy.set('pass')
  expect(isSettled).toBe(false)
  await expectLost(stalled)
  expect(proxy.seen).toEqual([])
  expect((await ask()).status).toBe(200)
})

test('stall: a client may give up, and `times` running out does not end what stalls', async () => {
  proxy.set('stall', { times: 1 })
  const patience = new AbortController()
  const stalled = ask('/', { signal: patience.signal })
  await expect.poll(() => proxy.arrived.length).toBe(1)
  expect((await post('passes')).status).toBe(201)
  patience.abort()
  await expect(stalled).rejects.toThrow('aborted')
  expect(done).toEqual(['POST /things?a=1 passes'])
})

test('cut-after: the server is done before the client hears that the line broke', async () => {
  proxy.set('cut-after', { only: (method, path) => method === 'POST' || path === '/slow' })
  const slow = ask('/slow').catch(() => done.push('lost'))
  await expect.poll(() => proxy.seen[0]?.status).toBe(200)
  // The answer has begun. If it were cut already, the client would notice during one of these requests.
  for (let round = 0; round < 10; round++) await ask()
  release()
  await slow
  expect(done).toEqual([...Array(10).fill('GET / '), 'GET /slow ', 'lost'])
  await expectLost(post('committed'))
  expect(done.at(-1)).toBe('POST /things?a=1 committed')
  expect(proxy.seen.at(-1)).toMatchObject({ path: '/things', status: 201 })
})

test('cut-after: the same where the client keeps its connections alive', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (body: string) =>
    new Promise<number>((resolve, reject) => {
      const request = requestTo(proxy.url, { agent, method: 'POST' }, (answer) => {
        buffer(answer).then(() => resolve(answer.statusCode ?? 0), reject)
      })
      request.once('error', reject).end(body)
    })
  expect(await send('one')).toBe(201)
  proxy.set('cut-after', { times: 1 })
  await expect(send('two')).rejects.toThrow('socket hang up')
  expect(done).toEqual(['POST / one', 'POST / two'])
  expect(await send('three')).toBe(201)
  expect(done).toEqual(['POST / one', 'POST / two', 'POST / three'])
  agent.destroy()
})

test('cut-body: status and half of the body, then nothing', async () => {
  const whole = await (await post('x'.repeat(100_000))).text()
  proxy.set('cut-body')
  const answer = await post('x'.repeat(100_000))
  expect(answer.status).toBe(201)
  let got = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) got += decoder.decode(chunk as Uint8Array)
  })()
  await expect(reading).rejects.toThrow('terminated')
  expect(got).toBe(whole.slice(0, Math.floor(whole.length / 2)))
  expect(done).toHaveLength(2)
  // There is no body to cut.
  expect((await ask('/', { method: 'HEAD' })).status).toBe(200)
})

test('captive, redirect and unavailable answer for the server', async () => {
  proxy.set('captive')
  const captive = await post('secret')
  expect([captive.status, captive.headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(await captive.text()).toMatch(/^<html>.*Sign in to the Wi-Fi/)

  proxy.set('redirect')
  await expectLost(ask())
  const redirect = await ask('/', { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://captive.example/'])

  proxy.set('unavailable')
  const three = [await ask(), await ask(), await ask()]
  expect(three.map(({ status }) => status)).toEqual([503, 503, 503])
  const types = ['application/json', 'text/html', 'application/json']
  expect(three.map(({ headers }) => headers.get('content-type'))).toEqual(types)
  expect(await three[0]?.json()).toEqual({ detail: 'Service Unavailable' })
  expect(proxy.seen).toEqual([])
  expect(proxy.arrived).toHaveLength(6)
})

test('an answer given by the test is sent as it is', async () => {
  proxy.set({ status: 429, body: '{"detail":"é"}', headers: { 'retry-after': '3' } })
  const answer = await post('x'.repeat(1_000_000))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3'])
  expect(await answer.json()).toEqual({ detail: 'é' })
  proxy.set({ status: 204 })
  expect([(await ask()).status, done.length]).toEqual([204, 0])
})

test('`only` and `times` choose the requests that a fault hits', async () => {
  proxy.set('unavailable', { only: (method, path) => method === 'POST' && path === '/things', times: 2 })
  const statuses: number[] = []
  for (const send of [ask, () => post('1'), ask, () => post('2'), () => post('3')]) statuses.push((await send()).status)
  expect(statuses).toEqual([200, 503, 200, 503, 201])
  const faults = ['pass', 'unavailable', 'pass', 'unavailable', 'pass']
  expect(proxy.arrived.map(({ fault }) => fault)).toEqual(faults)
})

test('refuse with `only` leaves the others connected', async () => {
  const slow = ask('/slow').then((answer) => answer.text())
  await slowAsked
  const socket = await dialled()
  proxy.set('refuse', { only: (_method, path) => path === '/things' })
  await expectLost(post('lost'))
  release()
  expect(await slow).toContain('first half')
  expect(await echo(socket, 'still here')).toBe('still here')
})

test('a WebSocket is piped, and any fault that is for it closes both ends', async () => {
  for (const fault of ['refuse', 'stall', 'cut-after', 'captive'] as const) {
    proxy.set('pass')
    const socket = await dialled()
    expect(await echo(socket, fault)).toBe(fault)
    const gone = [once(socket, 'close'), once(server, 'socket gone')]
    proxy.set(fault)
    await Promise.all(gone)
  }
  expect(proxy.seen.map(({ path, status }) => `${path} ${status}`)).toEqual(Array(4).fill('/live 101'))
})

test('a fault hits an upgrade as well, and a refusal by the server gets through', async () => {
  expect(await dial('/closed')).toBe(403)
  proxy.set('captive')
  expect(await dial()).toBe(200)
  for (const fault of ['refuse', 'cut-after', 'cut-body'] as const) {
    proxy.set(fault)
    await expect(dial()).rejects.toThrow()
  }
  proxy.set('stall')
  const stalled = dial()
  await expect.poll(() => proxy.arrived.length).toBe(6)
  proxy.set('pass')
  await expect(stalled).rejects.toThrow()
  expect(proxy.seen).toHaveLength(1)
})

test('delay: a request that passes takes that much longer', async () => {
  proxy.delay(60)
  const begin = performance.now()
  await ask()
  expect(performance.now() - begin).toBeGreaterThanOrEqual(59)
})
