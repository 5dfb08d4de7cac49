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

interface Broadcaster {
  /** Takes changes from the feed, in order. */
  follow(changes: readonly FeedChange[]): void
  /** Sends the stored record of one person to everyone, whether it changed or not. */
  repeat(userId: number): void
  /** The board's revision as of the last send. */
  rev(): number
  /** Resolves once everything requested so far has been sent. */
  settled(): Promise<void>
}

/** Creates the broadcaster. Its tasks run one after the other, so frames are sent in feed order. */
export function broadcast({ viewers, fresh, now, onError }: BroadcastOptions): Broadcaster {
  let queue: Promise<void> = Promise.resolve()
  let rev = 0
  /** Changes not sent yet. */
  let pending: FeedChange[] = []
  /** Whether a task to send them is queued. */
  let isSendQueued = false
  /** Person → revision last sent. A repeat may have been ahead of the feed. */
  const sent = new Map<number, number>()
  /** People whose record is to be sent again, once however many asked. */
  const toRepeat = new Set<number>()
  /** Whether a task to send these is queued. */
  let isRepeatQueued = false

  const enqueue = (task: () => Promise<void>) => {
    queue = queue.then(task).catch(onError)
  }

  async function forEachViewer(send: (viewer: Viewer) => void) {
    let count = 0
    for (const viewer of [...viewers]) {
      send(viewer)
      count += 1
      if (count % SLICE === 0) await nextTurn()
    }
  }

  async function sendToAll(frames: readonly Frame[]) {
    for (let from = 0; from < frames.length; from += MAX_FRAMES_PER_WRITE) {
      const some = frames.slice(from, from + MAX_FRAMES_PER_WRITE)
      const all = Buffer.concat(some.map(({ bytes }) => bytes))
      await forEachViewer((viewer) => viewer.send(some, all, now()))
    }
  }

  /** Sends the list to viewers who have not received one since the change at `since`. */
  async function sendList(board: Board, since: number) {
    const list = board.encoded().bytes
    sent.clear()
    await forEachViewer((viewer) => {
      if (!viewer.hasListOf(since)) viewer.sendList(list, board.rev, now())
    })
  }

  /**
   * Sends each change as its own frame, with the record as of that change, even if several are read at once (wire.md “Live
   * socket”).
   */
  async function sendChanged(changes: readonly FeedChange[]) {
    const frames: Frame[] = []
    for (const { topic, entity, said, rev } of changes) {
      if (topic !== 'board' || entity === null || said === null) continue
      if (rev <= (sent.get(entity) ?? 0)) continue
      sent.set(entity, rev)
      frames.push({ bytes: frameOf(said), at: rev, rev })
    }
    await sendToAll(frames)
  }

  /** Sends all changes that arrived while the previous ones were sent. */
  async function sendPending() {
    isSendQueued = false
    const aboutBoard = pending
    pending = []
    const board = await fresh().catch((error) => {
      // The database is briefly unreachable: these are sent with the next change, or by the list that follows a silence.
      pending = [...aboutBoard, ...pending]
      throw error
    })
    rev = board.rev
    const last = aboutBoard.findLast(({ topic, entity }) => topic === 'board-list' || entity === null)
    if (last) await sendList(board, last.rev)
    await sendChanged(aboutBoard)
  }

  async function sendRepeats() {
    isRepeatQueued = false
    const board = await fresh()
    const userIds = [...toRepeat]
    toRepeat.clear()
    const frames = userIds.flatMap((userId): Frame[] => {
      const message = board.of(userId)
      if (!message) return []
      sent.set(userId, message.rev ?? 0)
      return [{ bytes: frameOf(JSON.stringify(message)), at: board.rev, rev: null }]
    })
    await sendToAll(frames)
  }

  // A later viewer gets the list as of then, so earlier changes need not be sent.
  enqueue(async () => {
    rev = (await fresh()).rev
  })

  return {
    follow(changes) {
      const aboutBoard = changes.filter(isAboutBoard)
      if (aboutBoard.length === 0) return
      pending.push(...aboutBoard)
      if (isSendQueued) return
      isSendQueued = true
      enqueue(sendPending)
    },

    repeat(userId) {
      toRepeat.add(userId)
      if (isRepeatQueued) return
      isRepeatQueued = true
      enqueue(sendRepeats)
    },

    rev: () => rev,
    settled: () => queue,
  }
}
