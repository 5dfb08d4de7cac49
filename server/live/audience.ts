/** Everybody who watches the board at this server: let in by a ticket, told, heard, and let go when their access ends. */
import type { Duplex } from 'node:stream'
import type { RawData } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { freshBoard } from '../apps/onbreak/board.ts'
import type { Topic } from '../db/feed.ts'
import type { Change } from '../db/follow.ts'
import type { Deps } from '../deps.ts'
import { watcherOf } from './access.ts'
import { broadcast } from './broadcaster.ts'
import { readFrame } from './client-frame.ts'
import { type Holder, takeTicket } from './tickets.ts'
import { sayGoodbye, Viewer, ViewerSocket } from './viewer.ts'

const PING_MS = 30_000
/** To a socket that heard nothing else: a browser cannot see pings (offline.md §2.14). */
const QUIET_MS = 30_000
const RECHECK_MS = 300_000
/** After a look at somebody's access that failed: it ends within 5 s (wire.md). */
const AGAIN_MS = 1_000
/** Sockets of one person or display: no tabs are ever as many, and their memory has an end. */
const MOST_OF_ONE = 500

/** Nobody sets it: a wait by the clock on the wall would last an hour longer once that is set back. */
const now = () => performance.now()

const asBuffer = (data: RawData) =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)

const nameOf = (holder: Holder) => (holder.kind === 'display' ? `display ${holder.displayId}` : `user ${holder.userId}`)

export class Audience {
  readonly #deps: Deps
  readonly #onError: (error: unknown) => void
  readonly #mostOfOne: number
  readonly #viewers = new Set<Viewer>()
  /** The same by whoever is behind them, the oldest first. */
  readonly #ofOne = new Map<string, Set<Viewer>>()
  readonly #broadcaster: ReturnType<typeof broadcast>
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #unfollow: readonly (() => void)[]
  #isLeaving = false

  constructor(deps: Deps, report: (error: unknown) => void, mostOfOne = MOST_OF_ONE) {
    this.#deps = deps
    this.#onError = report
    this.#mostOfOne = mostOfOne
    this.#broadcaster = broadcast({
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

  /** The revision up to which the viewers were told. */
  get rev(): number {
    return this.#broadcaster.rev()
  }

  /** A socket that was just opened, and closes again unless the ticket is good. `line`: what it writes to. */
  take(socket: ViewerSocket, line: Duplex, ticket: string): void {
    // Frames may come before the ticket is looked up; they are heard after it.
    const viewer = this.#welcome(socket, line, ticket).catch((error: unknown) => {
      this.#report(error)
      socket.close(1011, 'fault of the server')
    })
    socket.on('error', () => undefined) // what is wrong with a frame is said by the close code
    socket.on('message', async (data) => {
      const known = await viewer
      if (known && socket.readyState === ViewerSocket.OPEN) this.#hear(known, data)
    })
  }

  /** Tells what is still to be told, and nothing more. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    for (const unfollow of this.#unfollow) unfollow()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#broadcaster.settled()
  }

  async #welcome(socket: ViewerSocket, line: Duplex, ticket: string): Promise<Viewer | undefined> {
    const { db, clock } = this.#deps
    // Whoever was refused and does not go holds no connection for long.
    const refuse = (code: number, reason: string) => void sayGoodbye(socket, code, reason)
    const holder = ticket ? await takeTicket(db, ticket, clock()) : null
    const watcher = holder && (await watcherOf(db, holder, clock()))
    if (!holder || !watcher) return refuse(CLOSE.noTicket, 'no valid ticket')
    const board = await freshBoard(db)
    if (this.#isLeaving) return refuse(CLOSE.restart, 'restarting')
    if (socket.readyState !== ViewerSocket.OPEN) return
    const viewer = new Viewer(socket, line, holder, watcher.isBoardAdmin, now())
    viewer.sendList(board.kept().bytes, board.rev, now())
    this.#add(viewer)
    socket.on('close', () => this.#remove(viewer))
    // Access that ended while the list was read went unseen, for want of a viewer.
    this.#recheckSoon((each) => each === viewer)
    return viewer
  }

  /** Counts it to whoever is behind it, over all their sessions; the oldest goes where there are too many. */
  #add(viewer: Viewer): void {
    this.#viewers.add(viewer)
    const name = nameOf(viewer.holder)
    const theirs = this.#ofOne.get(name) ?? new Set()
    this.#ofOne.set(name, theirs.add(viewer))
    const [oldest] = theirs
    if (!oldest || theirs.size <= this.#mostOfOne) return
    theirs.delete(oldest)
    oldest.close(CLOSE.tooMany, 'too many sockets')
  }

  #remove(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    const name = nameOf(viewer.holder)
    const theirs = this.#ofOne.get(name)
    if (theirs?.delete(viewer) && theirs.size === 0) this.#ofOne.delete(name)
  }

  #hear(viewer: Viewer, data: RawData) {
    if (!viewer.mayWrite(now())) return viewer.close(CLOSE.tooMany, 'too many messages')
    const frame = readFrame(asBuffer(data))
    if ('close' in frame) return viewer.close(frame.close, 'not a status object')
    const { holder } = viewer
    const isOwn = holder.kind === 'session' && holder.userId === frame.userId
    if (!isOwn && !viewer.isBoardAdmin) return viewer.close(CLOSE.notYours, 'not yours to change')
    this.#deps.feed.repeat(frame.userId)
  }

  #follow(changes: readonly Change[]): void {
    this.#broadcaster.follow(changes)
    const about = (topic: Topic) => new Set(changes.filter((each) => each.topic === topic).map(({ entity }) => entity))
    const [people, displays] = [about('access'), about('displays')]
    if (people.size + displays.size === 0) return
    this.#recheckSoon(({ holder }) =>
      holder.kind === 'display' ? displays.has(holder.displayId) : people.has(null) || people.has(holder.userId),
    )
  }

  async #recheck(which: (viewer: Viewer) => boolean): Promise<void> {
    const { db, clock } = this.#deps
    for (const viewer of [...this.#viewers].filter(which)) {
      const watcher = await watcherOf(db, viewer.holder, clock())
      if (watcher) viewer.isBoardAdmin = watcher.isBoardAdmin
      else viewer.close(CLOSE.noTicket, 'access ended')
    }
  }

  #recheckSoon(which: (viewer: Viewer) => boolean): void {
    this.#recheck(which).catch((error) => {
      this.#report(error)
      // Nobody watches on because the database was away for a moment.
      if (!this.#isLeaving) setTimeout(() => this.#recheckSoon(which), AGAIN_MS).unref()
    })
  }

  #ping(): void {
    for (const viewer of [...this.#viewers]) viewer.ping()
  }

  /** To those who have heard nothing for a while. */
  async #repeatList(): Promise<void> {
    const quiet = () => [...this.#viewers].filter((viewer) => viewer.isQuietSince(now() - QUIET_MS))
    if (quiet().length === 0) return
    const board = await freshBoard(this.#deps.db)
    for (const viewer of quiet()) viewer.sendList(board.kept().bytes, board.rev, now())
  }

  #every(ms: number, task: () => Promise<void>): NodeJS.Timeout {
    return setInterval(() => task().catch((error) => this.#report(error)), ms).unref()
  }

  #report(error: unknown): void {
    if (!this.#isLeaving) this.#onError(error)
  }
}
