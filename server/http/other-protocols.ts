/**
 * Requests that offer to go on in another protocol, as HTTP/2 (Java's client does, unasked) or TLS: whoever does not speak
 * it answers as if that had not been said (RFC 9110 §7.8). Node gives all of them to whoever listens for the live socket.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** The one protocol that the portal goes on in. */
export const wantsSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/** Gives a request that Node took for an upgrade back to its server, as one without it. `head`: what of its body has come. */
export function answerAsUsual(server: Server, request: IncomingMessage, line: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  const lines = names.flatMap((name, index) =>
    name.toLowerCase() === 'upgrade' ? [] : [`${name}: ${rawHeaders[index * 2 + 1]}`],
  )
  const start = [`${method} ${url} HTTP/${httpVersion}`, ...lines, '', ''].join('\r\n')
  line.unshift(Buffer.concat([Buffer.from(start, 'latin1'), head]))
  server.emit('connection', line)
}
