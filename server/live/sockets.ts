/** The live socket of the board: tickets, viewers, pings and access, on whatever http server it is attached to. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocketServer } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { freshBoard } from '../apps/onbreak/board.ts'
import type { Topic } from '../db/feed.ts'
import type { Change } from '../db/follow.ts'
import type { Deps } from '../deps.ts'
import { isOwnOrigin } from '../http/live-address.ts'
import { watcherOf } from './access.ts'
import { broadcast } from './broadcaster.ts'
import { MAX_FRAME, readFrame } from './client-frame.ts'
import { takeTicket } from './tickets.ts'
import { Viewer, ViewerSocket } from './viewer.ts'

const PING_MS = 30_000
/** To a socket that heard nothing else: a browser cannot see pings (offline.md §2.14). */
const QUIET_MS = 30_000
const RECHECK_MS = 300_000
/** How long a closing socket may take to say goodbye. */
const GOODBYE_MS = 5_000

export interface Live {
  attach(server: Server): void
  close(): Promise<void>
  /** Open sockets. */
  count(): number
  /** The revision up to which the viewers were told. */
  rev(): number
}

const opened = new WeakMap<Deps['feed'], Live>()

/** The live side of a running portal; undefined where none was opened. */
export const liveOf = (deps: Deps): Live | undefined => opened.get(deps.feed)

const asBuffer = (data: RawData) =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)

const ticketIn = (request: IncomingMessage) =>
  new URLSearchParams(/\?(.*)$/.exec(request.url ?? '')?.[1] ?? '').get('ticket') ?? ''

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Opens the live side. It follows the feed, so several servers on one database tell the same. */
export function openLive(deps: Deps): Live {
  const { db, clock, config, feed } = deps
  const viewers = new Set<Viewer>()
  const attached = new Map<Server, (request: IncomingMessage, socket: Duplex, head: Buffer) => void>()
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME,
    WebSocket: ViewerSocket,
  })
  const milliseconds = () => Date.now()
  const report = (error: unknown) => {
    if (!stopping) console.error('live:', error)
  }
  let stopping = false
  const told = broadcast({ viewers, fresh: () => freshBoard(db), now: milliseconds, onError: report })

  async function welcome(socket: ViewerSocket, line: Duplex, ticket: string) {
    const holder = ticket ? await takeTicket(db, ticket, clock()) : null
    const watcher = holder && (await watcherOf(db, holder, clock()))
    if (!holder || !watcher) return socket.close(CLOSE.noTicket, 'no valid ticket')
    const board = await freshBoard(db)
    if (stopping) return socket.close(CLOSE.restart, 'restarting')
    if (socket.readyState !== ViewerSocket.OPEN) return
    const viewer = new Viewer(socket, line, holder, watcher.isBoardAdmin, milliseconds())
    viewer.sendList(board.kept().bytes, board.rev, milliseconds())
    viewers.add(viewer)
    socket.on('close', () => viewers.delete(viewer))
    // Access that ended while the list was read went unseen, for want of a viewer.
    recheck((each) => each === viewer).catch(report)
    return viewer
  }

  function hear(viewer: Viewer, data: RawData) {
    if (!viewer.mayWrite(milliseconds())) return viewer.close(CLOSE.tooMany, 'too many messages')
    const frame = readFrame(asBuffer(data))
    if ('close' in frame) return viewer.close(frame.close, 'not a status object')
    const { holder } = viewer
    const isOwn = holder.kind === 'session' && holder.userId === frame.userId
    if (!isOwn && !viewer.isBoardAdmin) return viewer.close(CLOSE.notYours, 'not yours to change')
    told.repeat(frame.userId)
  }

  function opening(socket: ViewerSocket, line: Duplex, request: IncomingMessage) {
    // Frames may come before the ticket is looked up; they are heard after it.
    const viewer = welcome(socket, line, ticketIn(request)).catch((error: unknown) => {
      report(error)
      socket.close(1011, 'fault of the server')
    })
    socket.on('error', () => undefined) // what is wrong with a frame is said by the close code
    socket.on('message', async (data) => {
      const known = await viewer
      if (known && socket.readyState === ViewerSocket.OPEN) hear(known, data)
    })
  }

  async function recheck(which: (viewer: Viewer) => boolean) {
    for (const viewer of [...viewers].filter(which)) {
      const watcher = await watcherOf(db, viewer.holder, clock())
      if (watcher) viewer.isBoardAdmin = watcher.isBoardAdmin
      else viewer.close(CLOSE.noTicket, 'access ended')
    }
  }

  function follow(changes: readonly Change[]) {
    told.follow(changes)
    const about = (topic: Topic) => new Set(changes.filter((each) => each.topic === topic).map(({ entity }) => entity))
    const [people, displays] = [about('access'), about('displays')]
    if (people.size + displays.size === 0) return
    recheck(({ holder }) =>
      holder.kind === 'display' ? displays.has(holder.displayId) : people.has(null) || people.has(holder.userId),
    ).catch(report)
  }

  async function repeatList() {
    const quiet = () => [...viewers].filter((viewer) => viewer.isQuietSince(milliseconds() - QUIET_MS))
    if (quiet().length === 0) return
    const board = await freshBoard(db)
    for (const viewer of quiet()) viewer.sendList(board.kept().bytes, board.rev, milliseconds())
  }

  const every = (ms: number, task: () => unknown) => {
    const timer = setInterval(() => {
      Promise.resolve(task()).catch(report)
    }, ms)
    timer.unref()
    return timer
  }
  const timers = [
    every(PING_MS, () => {
      for (const viewer of [...viewers]) viewer.ping()
    }),
    every(QUIET_MS / 6, repeatList),
    every(RECHECK_MS, () => recheck(() => true)),
  ]
  const unfollow = feed.listen(follow)

  const live: Live = {
    attach(server) {
      const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy())
        if (stopping) return refuse(socket, '503 Service Unavailable')
        const asked = { headers: request.headers, remoteAddress: request.socket.remoteAddress }
        if (!isOwnOrigin(asked, config)) return refuse(socket, '403 Forbidden')
        sockets.handleUpgrade(request, socket, head, (open) => opening(open as ViewerSocket, socket, request))
      }
      server.on('upgrade', upgrade)
      attached.set(server, upgrade)
    },

    async close() {
      stopping = true
      unfollow()
      for (const timer of timers) clearInterval(timer)
      await told.settled()
      const goodbyes = [...sockets.clients].map((socket) => {
        const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        socket.close(CLOSE.restart, 'restarting')
        const timer = setTimeout(() => socket.terminate(), GOODBYE_MS)
        return gone.finally(() => clearTimeout(timer))
      })
      await Promise.all(goodbyes)
      for (const [server, upgrade] of attached) server.off('upgrade', upgrade)
      opened.delete(feed)
    },

    count: () => viewers.size,
    rev: told.rev,
  }
  opened.set(feed, live)
  return live
}
