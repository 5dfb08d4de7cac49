/**
 * The live socket of the board: accepts upgrades on any http server it is attached to. `audience.ts` handles the open
 * sockets.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { CLOSE } from '#contract/live.ts'
import type { Deps } from '../deps.ts'
import { isOwnOrigin } from '../http/live-address.ts'
import { handleWithoutUpgrade, wantsSocket } from '../http/other-protocols.ts'
import { Audience } from './audience.ts'
import { MAX_FRAME_BYTES } from './client-frame.ts'
import { closeSocket, ViewerSocket } from './viewer.ts'

/** The shortest interval between reports of a refused origin. */
const REPORT_INTERVAL_MS = 60_000

export interface LiveSockets {
  attach(server: Server): void
  close(): Promise<void>
  /** The number of open sockets. */
  count(): number
  /** The revision up to which viewers were sent changes. */
  rev(): number
}

const opened = new WeakMap<Deps['feed'], LiveSockets>()

/** Returns the live side of a running portal; undefined if none is open. */
export const liveOf = (deps: Pick<Deps, 'feed'>): LiveSockets | undefined => opened.get(deps.feed)

const ticketIn = (request: IncomingMessage) =>
  new URLSearchParams(/\?(.*)$/.exec(request.url ?? '')?.[1] ?? '').get('ticket') ?? ''

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Opens the live side. It follows the feed, so several servers on one database send the same changes. */
export function openLive(deps: Deps, report: (error: unknown) => void, maxPerHolder?: number): LiveSockets {
  const audience = new Audience(deps, report, maxPerHolder)
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    WebSocket: ViewerSocket,
  })
  const attached = new Set<Server>()
  let stopping = false
  let reportedAt = Number.NEGATIVE_INFINITY

  /**
   * Reports a foreign origin. The cause is mostly a proxy that forwards another host name than the browser requested, which
   * its admin has to learn of.
   */
  function reportForeignOrigin({ origin = '', host = '' }: IncomingMessage['headers']): void {
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return
    reportedAt = performance.now()
    report(new Error(`The live socket refused a page of “${origin}”, as it was asked for as “${host}” (README, TLS).`))
  }

  function upgrade(this: Server, request: IncomingMessage, stream: Duplex, head: Buffer) {
    if (!wantsSocket(request)) return handleWithoutUpgrade(this, request, stream, head)
    stream.on('error', () => stream.destroy())
    if (stopping) return refuse(stream, '503 Service Unavailable')
    const host = { headers: request.headers, remoteAddress: request.socket.remoteAddress }
    if (!isOwnOrigin(host, deps.config)) {
      reportForeignOrigin(request.headers)
      return refuse(stream, '403 Forbidden')
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      audience.take(socket as ViewerSocket, stream, ticketIn(request)),
    )
  }

  const live: LiveSockets = {
    attach(server) {
      server.on('upgrade', upgrade)
      // A request handed back by `handleWithoutUpgrade` needs all of its headers; their total size is limited anyway.
      server.maxHeadersCount = 0
      attached.add(server)
    },

    async close() {
      stopping = true
      await audience.leave()
      await Promise.all([...sockets.clients].map((socket) => closeSocket(socket, CLOSE.restart, 'restarting')))
      for (const server of attached) server.off('upgrade', upgrade)
      opened.delete(deps.feed)
    },

    count: () => audience.size,
    rev: () => audience.rev,
  }
  opened.set(deps.feed, live)
  return live
}
