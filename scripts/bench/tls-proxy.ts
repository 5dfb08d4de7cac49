/**
 * A TLS proxy in front of a portal, as in production: HTTP/2 for the page, HTTP/1.1 for the socket, and a self-signed
 * certificate made for the bench.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as ask } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../tests/listen.ts'

export interface TlsProxy {
  readonly url: string
  /** Sets the portal that requests are passed to from now on. */
  to(url: string): void
  close(): void
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
  ])
  try {
    if (made.status !== 0) throw new Error('A certificate is needed, and made by openssl: install it.')
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Hop-by-hop headers, and the pseudo-headers of HTTP/2. */
const OF_ONE_HOP = /^(:|connection$|keep-alive$|transfer-encoding$|upgrade$|http2-settings$)/
const passedOn = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_HOP.test(name)))

export async function openTlsProxy(): Promise<TlsProxy> {
  let port = 0
  const server = createSecureServer({ ...certificate(), allowHTTP1: true })
  server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const host = request.authority || request.headers.host || ''
    const headers = { ...passedOn(request.headers), host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
    const onward = ask({ host: '127.0.0.1', port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('upgrade', (request: Http2ServerRequest, socket: Socket, head: Buffer) => {
    const onward = connect(port, '127.0.0.1', () => {
      const { rawHeaders } = request
      const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return {
    url: `https://localhost:${await listen(server)}`,
    to(url) {
      port = Number(new URL(url).port)
    },
    close: () => void server.close(),
  }
}
