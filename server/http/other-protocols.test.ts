/** Headers about the client and its connection that must not affect the answer. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTodo } from '#contract/apps/checklist.ts'
import { type LiveSockets, openLive } from '#server/live/sockets.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: TestUser
let live: LiveSockets
beforeAll(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  live = openLive(portal.deps, () => {})
  live.attach(portal.app.server)
})
afterAll(async () => {
  await live.close()
  await portal.close()
})

/** Sends the first part, then each further part after some data has come back. Returns all that was received. */
async function say(first: string, ...more: readonly string[]): Promise<string> {
  const socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  socket.write(first)
  let answer = ''
  for (const part of more) {
    answer += (await once(socket, 'data')).join('')
    socket.write(part)
  }
  return answer + (await text(socket))
}

const request = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${boss.token}`, ...headers, '', ''].join('\r\n')

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)

describe.each([
  [
    'HTTP/2, as Java’s client',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEAAEAAAAIAAAAB',
  ],
  ['TLS, as Apache’s client', 'Connection: Upgrade', 'Upgrade: TLS/1.2'],
])('a client that offers %s', (_, ...offer) => {
  test('can read', async () => {
    const answer = await say(
      request('GET /api/users/profile/', ...offer),
      request('GET /api/health', 'Connection: close'),
    )
    expect(statuses(answer)).toEqual(['200', '200'])
    expect(answer).toContain('"name":"Bo"')
    expect(answer).toContain('"status":"ok"')
  })

  test.each(['at once', 'once it may'])('can write, with its body sent %s', async (how) => {
    const title = `${offer[1]} ${how}`
    const body = JSON.stringify(aTodo({ customMessage: title }))
    const head = [...offer, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
    const end = request('GET /api/health', 'Connection: close')
    const answer =
      how === 'at once'
        ? await say(request(`POST ${createTodo.path}`, ...head) + body + end)
        : await say(request(`POST ${createTodo.path}`, ...head, 'Expect: 100-continue'), body + end)
    expect(statuses(answer)).toEqual(how === 'at once' ? ['201', '200'] : ['100', '201', '200'])
    const made = portal.deps.db.selectFrom('todo').select('title').where('title', '=', title)
    expect(await made.execute()).toHaveLength(1)
  })
})

test('a body is read even if 1,100 headers precede Content-Length', async () => {
  const body = JSON.stringify(aTodo())
  const many = Array.from({ length: 1_100 }, () => 'a:b')
  const head = ['Connection: Upgrade', 'Upgrade: h2c', 'Content-Type: application/json', ...many]
  const post = request(`POST ${createTodo.path}`, ...head, `Content-Length: ${body.length}`) + body
  expect(statuses(await say(post + request('GET /api/health', 'Connection: close')))).toEqual(['201', '200'])
})

test('an absolute URL in the request line is routed by its path', async () => {
  const ask = (path: string) => say(request(`GET http://portal.example.com${path}`, 'Connection: close'))
  expect(statuses(await ask('/api/users/profile/'))).toEqual(['200'])
  expect(statuses(await ask('/api/users/login/'))).toEqual(['405'])
  expect(await ask('/api/nothing')).toContain('There is no such call')
})

test('a connection that offers an upgrade again and again is noted once', async () => {
  const accepted = once(portal.app.server, 'connection') as Promise<[Socket]>
  const again = Array.from({ length: 20 }, () => request('GET /nope', 'Connection: Upgrade', 'Upgrade: h2c'))
  const answer = say(...(again as [string, ...string[]]), request('GET /nope', 'Connection: close'))
  const [socket] = await accepted
  const noted: number[] = []
  portal.app.server.on('connection', () => noted.push(socket.listenerCount('close')))
  expect(statuses(await answer)).toEqual(Array(21).fill('404'))
  expect(noted.length).toBeGreaterThanOrEqual(19)
  expect(noted.at(-1)).toBe(noted[0])
})
