/**
 * Handles requests that offer an upgrade to another protocol, such as HTTP/2 (Java's client does so unasked) or TLS. A
 * server that does not speak it answers as if there were no offer (RFC 9110 §7.8). Node passes all such requests to the
 * `upgrade` listener of the live socket.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Whether the request asks for WebSocket, the only protocol that the portal upgrades to. */
export const wantsSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Hands a request that Node took for an upgrade back to its server, without its Upgrade header. `head`: the bytes of its
 * body that have arrived.
 */
export function handleWithoutUpgrade(server: Server, request: IncomingMessage, line: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  const lines = names.flatMap((name, index) =>
    name.toLowerCase() === 'upgrade' ? [] : [`${name}: ${rawHeaders[index * 2 + 1]}`],
  )
  const start = [`${method} ${url} HTTP/${httpVersion}`, ...lines, '', ''].join('\r\n')
  line.unshift(Buffer.concat([Buffer.from(start, 'latin1'), head]))
  server.emit('connection', line)
}
