/** Sends changes to every viewer: follows the feed, one frame per committed change, in feed order (offline.md §3.3). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Board } from '../apps/onbreak/board.ts'
import type { FeedChange } from '../db/follow.ts'
import { isAboutBoard } from '../db/topics.ts'
import { type Frame, frameOf, type Viewer } from './viewer.ts'

/** Sockets written to per turn of the event loop, so that requests are served in between. */
const SLICE = 250
/** The most frames in one write to a socket. */
const MAX_FRAMES_PER_WRITE = 64

interface BroadcastOptions {
  readonly viewers: ReadonlySet<Viewer>
  readonly fresh: () => Promise<Board>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Follows the changes of the board. Its tasks run one after the other, so frames are sent in feed order. */
export class Broadcaster {
  readonly #viewers: ReadonlySet<Viewer>
  readonly #fresh: () => Promise<Board>
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  #tasks: Promise<void> = Promise.resolve()
  #rev = 0
  /** Changes not sent yet. */
  #pending: FeedChange[] = []
  /** Person → revision last sent. A repeat may have been ahead of the feed. */
  readonly #sent = new Map<number, number>()
  /** People whose record is to be sent again, once however many asked. */
  readonly #toRepeat = new Set<number>()
  readonly #sendSoon = this.#queuedOnce(() => this.#sendPending())
  readonly #repeatSoon = this.#queuedOnce(() => this.#sendRepeats())

  constructor({ viewers, fresh, now, onError }: BroadcastOptions) {
    this.#viewers = viewers
    this.#fresh = fresh
    this.#now = now
    this.#onError = onError
    // A later viewer gets the list as of then, so earlier changes need not be sent.
    this.#queue(async () => {
      this.#rev = (await fresh()).rev
    })
  }

  /** The board's revision as of the last send. */
  get rev(): number {
    return this.#rev
  }

  /** Takes changes from the feed, in order. */
  follow(changes: readonly FeedChange[]): void {
    const aboutBoard = changes.filter(isAboutBoard)
    if (aboutBoard.length === 0) return
    this.#pending.push(...aboutBoard)
    this.#sendSoon()
  }

  /** Sends the stored record of one person to everyone, whether it changed or not. */
  repeat(userId: number): void {
    this.#toRepeat.add(userId)
    this.#repeatSoon()
  }

  /** Resolves once everything requested so far has been sent. */
  settled(): Promise<void> {
    return this.#tasks
  }

  #queue(task: () => Promise<void>): void {
    this.#tasks = this.#tasks.then(task).catch(this.#onError)
  }

  /** Returns a function that queues the task, unless it is queued already and has not begun. */
  #queuedOnce(task: () => Promise<void>): () => void {
    let isQueued = false
    return () => {
      if (isQueued) return
      isQueued = true
      this.#queue(() => {
        isQueued = false
        return task()
      })
    }
  }

  /** Sends all changes that arrived while the previous ones were sent. */
  async #sendPending(): Promise<void> {
    const changes = this.#pending
    this.#pending = []
    const board = await this.#fresh().catch((error) => {
      // The database is briefly unreachable: these are sent with the next change, or by the list that follows a silence.
      this.#pending = [...changes, ...this.#pending]
      throw error
    })
    this.#rev = board.rev
    const last = changes.findLast(({ topic, entity }) => topic === 'board-list' || entity === null)
    if (last) await this.#sendList(board, last.rev)
    await this.#sendChanged(changes)
  }

  /** Sends the list to viewers who have not received one since the change at `since`. */
  async #sendList(board: Board, since: number): Promise<void> {
    const list = board.encoded().bytes
    this.#sent.clear()
    await this.#forEachViewer((viewer) => {
      if (!viewer.hasListOf(since)) viewer.sendList(list, board.rev, this.#now())
    })
  }

  /**
   * Sends each change as its own frame, with the record as of that change, even if several are read at once (wire.md “Live
   * socket”).
   */
  async #sendChanged(changes: readonly FeedChange[]): Promise<void> {
    const frames: Frame[] = []
    for (const { topic, entity, said, rev } of changes) {
      if (topic !== 'board' || entity === null || said === null) continue
      if (rev <= (this.#sent.get(entity) ?? 0)) continue
      this.#sent.set(entity, rev)
      frames.push({ bytes: frameOf(said), at: rev, rev })
    }
    await this.#sendToAll(frames)
  }

  async #sendRepeats(): Promise<void> {
    const board = await this.#fresh()
    const userIds = [...this.#toRepeat]
    this.#toRepeat.clear()
    const frames = userIds.flatMap((userId): Frame[] => {
      const message = board.of(userId)
      if (!message) return []
      this.#sent.set(userId, message.rev ?? 0)
      return [{ bytes: frameOf(JSON.stringify(message)), at: board.rev, rev: null }]
    })
    await this.#sendToAll(frames)
  }

  async #sendToAll(frames: readonly Frame[]): Promise<void> {
    for (let from = 0; from < frames.length; from += MAX_FRAMES_PER_WRITE) {
      const some = frames.slice(from, from + MAX_FRAMES_PER_WRITE)
      const all = Buffer.concat(some.map(({ bytes }) => bytes))
      await this.#forEachViewer((viewer) => viewer.send(some, all, this.#now()))
    }
  }

  async #forEachViewer(send: (viewer: Viewer) => void): Promise<void> {
    let count = 0
    for (const viewer of [...this.#viewers]) {
      send(viewer)
      count += 1
      if (count % SLICE === 0) await nextTurn()
    }
  }
}
