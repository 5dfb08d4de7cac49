/**
 * A line between the browser and the portal that can fail in the ways real lines fail: a reverse proxy for HTTP and
 * WebSockets. What goes wrong here reaches the page and its service worker alike, which Playwright's setOffline does not.
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

/** One answer that the proxy gives in place of the server. Without a `type`, JSON. */
export interface GivenAnswer {
  readonly status: number
  readonly body?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Fault =
  /** Everything goes through. */
  | 'pass'
  /** Connections are destroyed: the open ones at once (sockets included), a new one as soon as it says what it wants. */
  | 'refuse'
  /** Taken and not answered; destroyed by the next `set`, or gone when the client gives up. */
  | 'stall'
  /** The server answers completely, then the connection is destroyed before the client gets any of it. An upgrade
   *  under this or the next does not get as far as the server. */
  | 'cut-after'
  /** Status, headers and half of the body arrive. An answer that has no body arrives whole. */
  | 'cut-body'
  /** The sign-in page of a Wi-Fi, for every request. Nothing reaches the server, as with those below. */
  | 'captive'
  /** 302 to http://captive.example/. */
  | 'redirect'
  /** 503, by turns as JSON with a `detail` and as HTML, JSON first. */
  | 'unavailable'
  | GivenAnswer

export interface FaultOptions {
  /** Requests that the fault is for (`path` without its query, upgrades are GETs); the rest passes. */
  readonly only?: (method: string, path: string) => boolean
  /** After so many faulted requests everything passes again. What stalls then stays stalled until the next `set`. */
  readonly times?: number
}

export interface ArrivedRequest {
  readonly method: string
  readonly path: string
  /** With its `?`; empty without one. */
  readonly search: string
  readonly isUpgrade: boolean
  readonly fault: Fault
}

const SHOWN = ['idempotency-key', 'occurred-at', 'sent-at', 'base-rev', 'authorization'] as const

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Partial<Record<(typeof SHOWN)[number], string>>>
  readonly body: string
  /** What the server answered; null as long as it has not. */
  readonly status: number | null
}

export interface FaultProxy {
  /** http://localhost:<port>, the same port all along. */
  readonly url: string
  /** Sets where requests go, for a server that must know the proxy's address before it starts. */
  to(target: string): void
  /** From now on. Open WebSockets that the fault is for are destroyed, whatever the fault; 'pass' leaves them open. */
  set(fault: Fault, options?: FaultOptions): void
  /** Added to each request that passes. */
  delay(ms: number): void
  /** Requests that reached the server, in order. */
  readonly seen: readonly SeenRequest[]
  /** Every request that arrived at the proxy, with the fault it met. */
  readonly arrived: readonly ArrivedRequest[]
  close(): Promise<void>
}

const page = (title: string) => `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
const html = (status: number, title: string): GivenAnswer => ({ status, type: 'text/html', body: page(title) })

/** The n-th answer that this fault gives in place of the server. Null: the fault is no answer. */
function givenAnswer(fault: Fault, n: number): GivenAnswer | null {
  if (typeof fault === 'object') return fault
  if (fault === 'captive') return html(200, 'Sign in to the Wi-Fi')
  if (fault === 'redirect') return { status: 302, type: 'text/html', headers: { location: 'http://captive.example/' } }
  if (fault !== 'unavailable') return null
  if (n % 2 === 1) return html(503, 'Service Unavailable')
  return { status: 503, body: JSON.stringify({ detail: 'Service Unavailable' }) }
}

// Every connection carries one request, so that none is on its way along a connection that a fault has just ended.
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection']

/** Headers as they were spelled, without what is between two neighbours only. Host stays: the server reads it. */
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

/** One request on its way through the proxy. */
interface Passage {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly answer: ServerResponse
  readonly asked: ArrivedRequest
}

/**
 * Breaks the line. Where a connection that it had open beforehand breaks without a word, Chromium sends the request
 * again by itself, and nobody could tell that from the portal's own second try. An interim answer keeps it from that.
 */
function lose({ request: { socket }, answer, asked }: Passage): void {
  if (asked.isUpgrade || answer.headersSent || !socket.writable) {
    socket.destroy()
    return
  }
  answer.writeProcessing()
  socket.destroySoon()
}

/** Opens a proxy on a free port. Without a target, `to` has to name one before a request passes. */
export async function openFaultProxy(target?: string): Promise<FaultProxy> {
  let server = target
  let rule: FaultOptions & { fault: Fault; left: number; given: number } = { fault: 'pass', left: 0, given: 0 }
  let delayMs = 0
  const seen: { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] }[] = []
  const arrived: ArrivedRequest[] = []
  /** Open connections, and what was asked on them. */
  const lines = new Map<Duplex, Passage | null>()

  const isMeant = (asked: { method: string; path: string }) => rule.only?.(asked.method, asked.path) ?? true

  /** What this request meets. Settled when it arrives: a later `set` is for later requests. */
  function meet(request: IncomingMessage, isUpgrade: boolean): ArrivedRequest {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost')
    const asked = { method: request.method ?? 'GET', path, search, isUpgrade }
    const isFaulted = rule.left > 0 && isMeant(asked)
    if (isFaulted) rule.left -= 1
    const met = { ...asked, fault: isFaulted ? rule.fault : 'pass' }
    arrived.push(met)
    return met
  }

  /** Asks the server; `answered` is null where it cannot be reached or goes away before it answers. */
  function ask({ request, asked }: Passage, body: Buffer): { upstream: ClientRequest; answered: Promise<Upstream> } {
    if (!server) throw new Error('The fault proxy was not told where the server is.')
    // The portal listens there; a name would be looked up for each request.
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
    // Who gives up takes their request back.
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
    // The whole of it: only then is everything done that the server does for this request.
    const whole = got && !got.socket ? await buffer(got.message).catch(() => null) : null
    got?.socket?.destroy()
    if (!withHalf || !got || !whole || socket.destroyed) {
      lose(passage)
      return
    }
    const headers: OutgoingHttpHeaders = { ...got.message.headers, connection: 'close' }
    delete headers['transfer-encoding']
    // Promises the whole, so that the half cannot pass for it. A HEAD or a 304 has a length of its own.
    if (whole.length > 0) headers['content-length'] = whole.length
    answer.writeHead(got.message.statusCode ?? 502, headers)
    answer.flushHeaders()
    answer.write(whole.subarray(0, Math.floor(whole.length / 2)), () => socket.destroy())
    if (whole.length === 0) answer.end()
  }

  function give(
    { answer }: Passage,
    { status, body = '', type = 'application/json', headers = {} }: GivenAnswer,
  ): void {
    const isEmpty = status === 204 || status === 304
    const described = isEmpty ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
    answer.writeHead(status, { ...described, ...headers, connection: 'close' })
    answer.end(isEmpty ? undefined : body)
  }

  async function handle(passage: Passage): Promise<void> {
    const { request, socket, asked } = passage
    const { fault, isUpgrade } = asked
    lines.set(socket, passage)
    const given = givenAnswer(fault, fault === 'unavailable' ? rule.given++ : 0)
    if (fault === 'stall') {
      // Read on, or the proxy would not hear that the client gave up.
      request.resume()
      if (isUpgrade) socket.resume().once('end', () => socket.destroy())
      return
    }
    // An end before the end of the request would cut the client off while it is still sending.
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
    // Whatever goes wrong between the two ends is a broken line to both.
    handle({ ...passage, asked: meet(passage.request, isUpgrade) }).catch(() => passage.socket.destroy())
  }
  proxy.on('connection', (socket) => {
    lines.set(socket, null)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => lines.delete(socket))
  })
  proxy.on('clientError', (_error, socket) => socket.destroy())
  proxy.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject)
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const address = proxy.address()
  const port = typeof address === 'object' && address ? address.port : 0

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

/** What came back from the server: a message, and the open socket where it agreed to an upgrade. */
type Upstream =
  | { message: IncomingMessage; socket?: undefined }
  | { message: IncomingMessage; socket: Socket; head: Buffer }
  | null

function headText(raw: readonly string[]): string {
  return raw.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
}

/** Two ends of one line: what one says the other hears, and neither outlives the other. */
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
