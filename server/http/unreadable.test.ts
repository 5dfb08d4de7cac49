/** Input that is no HTTP request is refused in a sentence too (wire.md §1). */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

async function say(request: string) {
  const socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

const LONG = 'x'.repeat(20_000)

test.each([
  ['an address that is too long', `GET /api/applications/?keyword=${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['headers that are too long', `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${LONG}\r\n\r\n`, 431],
  ['a method that there is not', 'BREW /api/health HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no HTTP', 'How are you?\r\n\r\n', 400],
])('a request with %s is refused with a JSON error', async (_, request, status) => {
  const { head, body } = await say(request)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('application/json')
  expect(body).toEqual({ detail: expect.stringMatching(/^The request.*\.$/) })
})
