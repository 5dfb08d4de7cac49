/**
 * A reverse proxy for HTTP and WebSockets between the browser and the portal, which can fail in the ways real lines fail.
 * Its faults hit both the page and its service worker; Playwright's setOffline does not reach the worker.
 */
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestTo,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { listen } from '../listen.ts'

/** A response that the proxy gives in place of the server; `type` defaults to JSON. */
interface GivenAnswer {
  readonly status: number
  readonly body?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Fault =
  /** Passes everything through. */
  | 'pass'
  /** Destroys connections: open ones at once (WebSockets included), new ones as soon as their request arrives. */
  | 'refuse'
  /** Accepts requests and never answers; they are destroyed by the next `set`, or end when the client gives up. */
  | 'stall'
  /** Lets the server answer completely, then destroys the connection before the client gets any of it. An upgrade under
   *  this fault or the next does not reach the server. */
  | 'cut-after'
  /** Delivers status, headers and half of the body. A response without a body arrives whole. */
  | 'cut-body'
  /** Answers every request with the sign-in page of a Wi-Fi. Nothing reaches the server, as with the faults below. */
  | 'captive'
  /** Answers 302 to http://captive.example/. */
  | 'redirect'
  /** Answers 503, alternating between JSON with a `detail` and HTML, JSON first. */
  | 'unavailable'
  | GivenAnswer

interface FaultOptions {
  /** Selects the requests that the fault hits; the rest pass. `path` has no query, and upgrades are GETs. */
  readonly only?: (method: string, path: string) => boolean
  /** After this many faulted requests everything passes again. Stalled requests stay so until the next `set`. */
  readonly times?: number
}

interface ArrivedRequest {
  readonly method: string
  readonly path: string
  /** The query with its `?`; empty without one. */
  readonly search: string
  readonly isUpgrade: boolean
  readonly fault: Fault
}

const SHOWN = ['idempotency-key', 'occurred-at', 'sent-at', 'base-rev', 'authorization'] as const

interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Partial<Record<(typeof SHOWN)[number], string>>>
  readonly body: string
  /** The status that the server answered with; null until it has. */
  readonly status: number | null
}

export interface FaultProxy {
  /** http://localhost:<port>; the port never changes. */
  readonly url: string
  /** Sets where requests go, for a server that must know the proxy's address before it starts. */
  to(target: string): void
  /** Sets the fault from now on. Any fault but 'pass' destroys the open WebSockets that it is for. */
  set(fault: Fault, options?: FaultOptions): void
  /** Delays each request that passes by this much. */
  delay(ms: number): void
  /** Requests that reached the server, in order. */
  readonly seen: readonly SeenRequest[]
  /** Every request that arrived at the proxy, with the fault it met. */
  readonly arrived: readonly ArrivedRequest[]
  close(): Promise<void>
}

const page = (title: string) => `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
const html = (status: number, title: string): GivenAnswer => ({ status, type: 'text/html', body: page(title) })

/** Returns the n-th response that this fault gives in place of the server; null if the fault gives none. */
function givenAnswer(fault: Fault, n: number): GivenAnswer | null {
  if (typeof fault === 'object') return fault
  if (fault === 'captive') return html(200, 'Sign in to the Wi-Fi')
  if (fault === 'redirect') return { status: 302, type: 'text/html', headers: { location: 'http://captive.example/' } }
  if (fault !== 'unavailable') return null
  if (n % 2 === 1) return html(503, 'Service Unavailable')
  return { status: 503, body: JSON.stringify({ detail: 'Service Unavailable' }) }
}

// Each connection carries one request, so that no request is sent on a connection that a fault has just ended.
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection']

/** Returns the headers as spelled, without the hop-by-hop ones. Host stays, because the server reads it. */
function passedOn(raw: readonly string[], connection: string): string[] {
  const headers: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!HOP_BY_HOP.includes(name.toLowerCase())) headers.push(name, value)
  }
  return [...headers, 'Connection', connection]
}

function shownHeaders({ headers }: IncomingMessage): SeenRequest['headers'] {
  return Object.fromEntries(SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

/** A request on its way through the proxy. */
interface Passage {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly answer: ServerResponse
  readonly asked: ArrivedRequest
}

/**
 * Breaks the line. If a connection opened beforehand breaks without any response, Chromium resends the request by itself,
 * which could not be told from the portal's own retry. An interim response prevents that.
 */
function lose({ request: { socket }, answer, asked }: Passage): void {
  if (asked.isUpgrade || answer.headersSent || !socket.writable) {
    socket.destroy()
    return
  }
  answer.writeProcessing()
  socket.destroySoon()
}

function give({ answer }: Passage, { status, body = '', type = 'application/json', headers = {} }: GivenAnswer): void {
  const isEmpty = status === 204 || status === 304
  const described = isEmpty ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
  answer.writeHead(status, { ...described, ...headers, connection: 'close' })
  answer.end(isEmpty ? undefined : body)
}

/** Opens a proxy on a free port. Without a target, `to` has to name one before a request passes. */
export async function openFaultProxy(target?: string): Promise<FaultProxy> {
  let server = target
  let rule: FaultOptions & { fault: Fault; left: number; given: number } = { fault: 'pass', left: 0, given: 0 }
  let delayMs = 0
  const seen: { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] }[] = []
  const arrived: ArrivedRequest[] = []
  /** Open connections, and the request on each. */
  const lines = new Map<Duplex, Passage | null>()

  const isMeant = (asked: { method: string; path: string }) => rule.only?.(asked.method, asked.path) ?? true

  /** Decides the fault for a request. It is fixed on arrival: a later `set` is for later requests. */
  function meet(request: IncomingMessage, isUpgrade: boolean): ArrivedRequest {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost')
    const asked = { method: request.method ?? 'GET', path, search, isUpgrade }
    const isFaulted = rule.left > 0 && isMeant(asked)
    if (isFaulted) rule.left -= 1
    const met = { ...asked, fault: isFaulted ? rule.fault : 'pass' }
    arrived.push(met)
    return met
  }

  /** Sends the request to the server; `answered` is null if the server cannot be reached or goes away before it answers. */
  function ask({ request, asked }: Passage, body: Buffer): { upstream: ClientRequest; answered: Promise<Upstream> } {
    if (!server) throw new Error('The fault proxy was not told where the server is.')
    // The portal listens on this address; a host name would be resolved for each request.
    const host = '127.0.0.1'
    const { port } = new URL(server)
    const { method, path, search, isUpgrade } = asked
    const headers = passedOn(request.rawHeaders, isUpgrade ? 'Upgrade' : 'close')
    const told: (typeof seen)[number] = {
      method,
      path,
      search,
      headers: shownHeaders(request),
      body: body.toString(),
      status: null,
    }
    const upstream = requestTo({ host, port, method, path: request.url, headers, agent: false })
    upstream.once('socket', (socket) => socket.once('connect', () => seen.push(told)))
    const answered = new Promise<Upstream>((resolve) => {
      const settle = (message: IncomingMessage, socket?: Socket, head?: Buffer) => {
        told.status = message.statusCode ?? null
        resolve(socket ? { message, socket, head: head ?? Buffer.alloc(0) } : { message })
      }
      upstream.once('response', (message) => settle(message))
      upstream.once('upgrade', settle)
      upstream.on('error', () => resolve(null))
    })
    upstream.end(body)
    return { upstream, answered }
  }

  async function pass(passage: Passage, body: Buffer): Promise<void> {
    const { request, socket, answer } = passage
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (socket.destroyed) return
    const { upstream, answered } = ask(passage, body)
    // A client that gives up cancels the request to the server.
    socket.once('close', () => upstream.destroy())
    const got = await answered
    if (!got || socket.destroyed) {
      got?.socket?.destroy()
      lose(passage)
      return
    }
    const { message } = got
    if (got.socket) {
      answer.detachSocket(request.socket)
      join(socket, got.socket)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headText(passedOn(message.rawHeaders, 'Upgrade'))}\r\n`)
      socket.write(got.head)
      return
    }
    message.on('error', () => socket.destroy())
    answer.writeHead(message.statusCode ?? 502, passedOn(message.rawHeaders, 'close'))
    message.pipe(answer)
  }

  async function cut(passage: Passage, body: Buffer, withHalf: boolean): Promise<void> {
    const { socket, answer } = passage
    const got = await ask(passage, body).answered
    // Reads the whole response: only then has the server done everything for this request.
    const whole = got && !got.socket ? await buffer(got.message).catch(() => null) : null
    got?.socket?.destroy()
    if (!withHalf || !got || !whole || socket.destroyed) {
      lose(passage)
      return
    }
    const headers: OutgoingHttpHeaders = { ...got.message.headers, connection: 'close' }
    delete headers['transfer-encoding']
    // Announces the full length, so that half cannot pass for the whole. A HEAD or a 304 keeps its own length.
    if (whole.length > 0) headers['content-length'] = whole.length
    answer.writeHead(got.message.statusCode ?? 502, headers)
    answer.flushHeaders()
    answer.write(whole.subarray(0, Math.floor(whole.length / 2)), () => socket.destroy())
    if (whole.length === 0) answer.end()
  }

  async function handle(passage: Passage): Promise<void> {
    const { request, socket, asked } = passage
    const { fault, isUpgrade } = asked
    lines.set(socket, passage)
    const given = givenAnswer(fault, fault === 'unavailable' ? rule.given++ : 0)
    if (fault === 'stall') {
      // Keeps reading, or the proxy would not notice that the client gives up.
      request.resume()
      if (isUpgrade) socket.resume().once('end', () => socket.destroy())
      return
    }
    // Reads the request to its end: an earlier response would cut the client off while it is still sending.
    const body = isUpgrade ? Buffer.alloc(0) : await buffer(request)
    if (given) give(passage, given)
    else if (fault === 'pass') await pass(passage, body)
    else if (fault === 'refuse' || isUpgrade) lose(passage)
    else await cut(passage, body, fault === 'cut-body')
  }

  const proxy = createServer((request, answer) => take({ request, socket: request.socket, answer }))
  proxy.on('upgrade', (request, socket, head) => {
    const answer = new ServerResponse(request)
    answer.assignSocket(request.socket)
    answer.once('finish', () => socket.end(() => socket.destroy()))
    if (head.length > 0) socket.unshift(head)
    take({ request, socket, answer }, true)
  })
  function take(passage: Omit<Passage, 'asked'>, isUpgrade = false): void {
    passage.answer.sendDate = false
    // Any error in the proxy is a broken line to both ends.
    handle({ ...passage, asked: meet(passage.request, isUpgrade) }).catch(() => passage.socket.destroy())
  }
  proxy.on('connection', (socket) => {
    lines.set(socket, null)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => lines.delete(socket))
  })
  proxy.on('clientError', (_error, socket) => socket.destroy())
  proxy.requestTimeout = 0
  const port = await listen(proxy)

  return {
    // `localhost`, as people type it: a service worker is allowed there without https.
    url: `http://localhost:${port}`,
    seen,
    arrived,
    to: (url) => {
      server = url
    },
    delay: (ms) => {
      delayMs = ms
    },
    set(fault, { only, times = Number.POSITIVE_INFINITY } = {}) {
      rule = { fault, left: fault === 'pass' ? 0 : times, given: 0, ...(only ? { only } : {}) }
      for (const [socket, passage] of lines) {
        const isStalled = passage?.asked.fault === 'stall'
        const isOpen = fault === 'refuse' || passage?.asked.isUpgrade
        const isHit = fault !== 'pass' && isOpen && (passage ? isMeant(passage.asked) : !only)
        if (passage && (isStalled || isHit)) lose(passage)
        else if (isHit) socket.destroy()
      }
    },
    async close() {
      const closed = new Promise<void>((resolve) => proxy.close(() => resolve()))
      for (const socket of lines.keys()) socket.destroy()
      await closed
    },
  }
}

/** The server's response, with the open socket if it accepted an upgrade; null if there is none. */
type Upstream =
  | { message: IncomingMessage; socket?: undefined }
  | { message: IncomingMessage; socket: Socket; head: Buffer }
  | null

function headText(raw: readonly string[]): string {
  return raw.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
}

/** Pipes two sockets into each other; when one closes, the other is destroyed. */
function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one)
  for (const [end, far] of [
    [one, other],
    [other, one],
  ] as const) {
    end.on('error', () => end.destroy())
    end.once('close', () => far.destroy())
  }
}
