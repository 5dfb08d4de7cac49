/**
 * The viewers of the board at this server: admits them by ticket, sends them changes, reads their frames, and closes their
 * sockets when their access ends.
 */
import type { Duplex } from 'node:stream'
import type { RawData } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { freshBoard } from '../apps/onbreak/board.ts'
import type { FeedChange } from '../db/follow.ts'
import type { Topic } from '../db/topics.ts'
import type { Deps } from '../deps.ts'
import { watcherOf } from './access.ts'
import { Broadcaster } from './broadcaster.ts'
import { readFrame } from './client-frame.ts'
import { type TicketHolder, takeTicket } from './tickets.ts'
import { closeSocket, Viewer, ViewerSocket } from './viewer.ts'

const PING_MS = 30_000
/** How long a socket may hear nothing before the list is sent again: a browser cannot see pings (offline.md §2.14). */
const QUIET_MS = 30_000
const RECHECK_MS = 300_000
/** The delay before a failed access check is retried: a socket without access must close within 5 s (wire.md). */
const RECHECK_RETRY_MS = 1_000
/** The most sockets of one person or display, more than anyone has tabs, so that their memory is bounded. */
const MAX_PER_HOLDER = 500

/** Monotonic milliseconds: by the wall clock a wait would last an hour longer if that clock is set back by an hour. */
const now = () => performance.now()

const asBuffer = (data: RawData) =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)

const holderKey = (holder: TicketHolder) =>
  holder.kind === 'display' ? `display ${holder.displayId}` : `user ${holder.userId}`

/** The open sockets of this server, and what is done for them. */
export class Audience {
  readonly #deps: Deps
  readonly #onError: (error: unknown) => void
  readonly #maxPerHolder: number
  readonly #viewers = new Set<Viewer>()
  /** The same viewers by person or display, the oldest first. */
  readonly #byHolder = new Map<string, Set<Viewer>>()
  readonly #broadcaster: Broadcaster
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #unfollow: readonly (() => void)[]
  #isClosing = false

  constructor(deps: Deps, report: (error: unknown) => void, maxPerHolder = MAX_PER_HOLDER) {
    this.#deps = deps
    this.#onError = report
    this.#maxPerHolder = maxPerHolder
    this.#broadcaster = new Broadcaster({
      viewers: this.#viewers,
      fresh: () => freshBoard(deps.db),
      now,
      onError: (error) => this.#report(error),
    })
    this.#timers = [
      this.#every(PING_MS, async () => this.#ping()),
      this.#every(QUIET_MS / 6, () => this.#repeatList()),
      this.#every(RECHECK_MS, () => this.#recheck(() => true)),
    ]
    this.#unfollow = [
      deps.feed.listen((changes) => this.#follow(changes)),
      deps.feed.listenRepeats((userId) => this.#broadcaster.repeat(userId)),
    ]
  }

  get size(): number {
    return this.#viewers.size
  }

  /** The revision up to which changes were sent. */
  get rev(): number {
    return this.#broadcaster.rev
  }

  /**
   * Takes over a socket that was just opened, and closes it unless the ticket is valid. `stream`: the stream below the
   * socket.
   */
  take(socket: ViewerSocket, stream: Duplex, ticket: string): void {
    // Frames that arrive before the ticket is checked are handled after that.
    const viewer = this.#welcome(socket, stream, ticket).catch((error: unknown) => {
      this.#report(error)
      socket.close(1011, 'fault of the server')
    })
    socket.on('error', () => undefined) // `ws` closes the socket with a code that names the error
    socket.on('message', async (data) => {
      const admitted = await viewer
      if (admitted && socket.readyState === ViewerSocket.OPEN) this.#onFrame(admitted, data)
    })
  }

  /** Stops following the feed, and waits until everything pending has been sent. */
  async leave(): Promise<void> {
    this.#isClosing = true
    for (const unfollow of this.#unfollow) unfollow()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#broadcaster.settled()
  }

  async #welcome(socket: ViewerSocket, stream: Duplex, ticket: string): Promise<Viewer | undefined> {
    const { db, clock } = this.#deps
    // Terminates a refused client that does not close within the time limit.
    const refuse = (code: number, reason: string) => void closeSocket(socket, code, reason)
    const holder = ticket ? await takeTicket(db, ticket, clock()) : null
    const watcher = holder && (await watcherOf(db, holder, clock()))
    if (!holder || !watcher) return refuse(CLOSE.noTicket, 'no valid ticket')
    const board = await freshBoard(db)
    if (this.#isClosing) return refuse(CLOSE.restart, 'restarting')
    if (socket.readyState !== ViewerSocket.OPEN) return
    const viewer = new Viewer({ socket, stream, holder, isBoardAdmin: watcher.isBoardAdmin }, now())
    viewer.sendList(board.encoded().bytes, board.rev, now())
    this.#add(viewer)
    socket.on('close', () => this.#remove(viewer))
    // Access may have ended while the list was read, before the viewer was registered: check again.
    this.#recheckSoon((each) => each === viewer)
    return viewer
  }

  /**
   * Registers a viewer under its person or display, across all of their sessions. Closes the oldest one beyond the limit.
   */
  #add(viewer: Viewer): void {
    this.#viewers.add(viewer)
    const name = holderKey(viewer.holder)
    const holderViewers = this.#byHolder.get(name) ?? new Set()
    this.#byHolder.set(name, holderViewers.add(viewer))
    const [oldest] = holderViewers
    if (!oldest || holderViewers.size <= this.#maxPerHolder) return
    holderViewers.delete(oldest)
    oldest.close(CLOSE.tooMany, 'too many sockets')
  }

  #remove(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    const name = holderKey(viewer.holder)
    const holderViewers = this.#byHolder.get(name)
    if (holderViewers?.delete(viewer) && holderViewers.size === 0) this.#byHolder.delete(name)
  }

  #onFrame(viewer: Viewer, data: RawData) {
    if (!viewer.mayWrite(now())) return viewer.close(CLOSE.tooMany, 'too many messages')
    const frame = readFrame(asBuffer(data))
    if ('close' in frame) return viewer.close(frame.close, 'not a status object')
    const { holder } = viewer
    const isOwn = holder.kind === 'session' && holder.userId === frame.userId
    if (!isOwn && !viewer.isBoardAdmin) return viewer.close(CLOSE.notYours, 'not yours to change')
    this.#deps.feed.repeat(frame.userId)
  }

  #follow(changes: readonly FeedChange[]): void {
    this.#broadcaster.follow(changes)
    const about = (topic: Topic) => new Set(changes.filter((each) => each.topic === topic).map(({ entity }) => entity))
    const [people, displays] = [about('access'), about('displays')]
    if (people.size + displays.size === 0) return
    this.#recheckSoon(({ holder }) =>
      holder.kind === 'display' ? displays.has(holder.displayId) : people.has(null) || people.has(holder.userId),
    )
  }

  async #recheck(isAffected: (viewer: Viewer) => boolean): Promise<void> {
    const { db, clock } = this.#deps
    for (const viewer of [...this.#viewers].filter(isAffected)) {
      const watcher = await watcherOf(db, viewer.holder, clock())
      if (watcher) viewer.isBoardAdmin = watcher.isBoardAdmin
      else viewer.close(CLOSE.noTicket, 'access ended')
    }
  }

  #recheckSoon(isAffected: (viewer: Viewer) => boolean): void {
    this.#recheck(isAffected).catch((error) => {
      this.#report(error)
      // Retried, so that nobody keeps watching because the database was briefly unreachable.
      if (!this.#isClosing) setTimeout(() => this.#recheckSoon(isAffected), RECHECK_RETRY_MS).unref()
    })
  }

  #ping(): void {
    for (const viewer of [...this.#viewers]) viewer.ping()
  }

  /** Sends the list to viewers that have received nothing for a while. */
  async #repeatList(): Promise<void> {
    const quiet = () => [...this.#viewers].filter((viewer) => viewer.isQuietSince(now() - QUIET_MS))
    if (quiet().length === 0) return
    const board = await freshBoard(this.#deps.db)
    for (const viewer of quiet()) viewer.sendList(board.encoded().bytes, board.rev, now())
  }

  #every(ms: number, task: () => Promise<void>): NodeJS.Timeout {
    return setInterval(() => task().catch((error) => this.#report(error)), ms).unref()
  }

  #report(error: unknown): void {
    if (!this.#isClosing) this.#onError(error)
  }
}
