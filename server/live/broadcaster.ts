/** Tells every viewer what changed: follows the feed, one frame a committed change, in its order (offline.md §3.3). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Board } from '../apps/onbreak/board.ts'
import type { Change } from '../db/follow.ts'
import { type Frame, frameOf, type Viewer } from './viewer.ts'

/** Sockets written to in one turn of the event loop, so that requests get their turn too. */
const SLICE = 250
/** Frames in one write to a socket. */
const MOST = 64

interface Watched {
  readonly viewers: ReadonlySet<Viewer>
  readonly fresh: () => Promise<Board>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

interface Broadcaster {
  /** Changes as the feed has them, in order. */
  follow(changes: readonly Change[]): void
  /** Sends the stored record of one person to everyone, changed or not. */
  repeat(userId: number): void
  /** The board's revision of what was sent last. */
  rev(): number
  /** Once everything that was asked for has been sent. */
  settled(): Promise<void>
}

/** One task after the other: the order of sending is the order of the feed. */
export function broadcast({ viewers, fresh, now, onError }: Watched): Broadcaster {
  let turns: Promise<void> = Promise.resolve()
  let rev = 0
  /** Changes that are still to be told. */
  let waiting: Change[] = []
  /** Whether a turn is waited for, in which they are. */
  let isDue = false
  /** Person → revision sent: a repeat may have run ahead of the feed. */
  const sent = new Map<number, number>()
  /** Whose record is to be said once more, however many have asked for it. */
  const asked = new Set<number>()
  /** Whether a turn is waited for, in which they are. */
  let isAsked = false

  const inTurn = (task: () => Promise<void>) => {
    turns = turns.then(task).catch(onError)
  }

  async function inSlices(each: (viewer: Viewer) => void) {
    let count = 0
    for (const viewer of [...viewers]) {
      each(viewer)
      count += 1
      if (count % SLICE === 0) await nextTurn()
    }
  }

  async function toAll(frames: readonly Frame[]) {
    for (let from = 0; from < frames.length; from += MOST) {
      const some = frames.slice(from, from + MOST)
      const all = Buffer.concat(some.map(({ bytes }) => bytes))
      await inSlices((viewer) => viewer.send(some, all, now()))
    }
  }

  /** To those who have not heard a list since somebody came or went. */
  async function sendList(board: Board, since: number) {
    const list = board.kept().bytes
    sent.clear()
    await inSlices((viewer) => {
      if (!viewer.hasHeard(since)) viewer.sendList(list, board.rev, now())
    })
  }

  /** Each in its turn, as it was then: two that are read at once are two frames all the same (wire.md “Live socket”). */
  async function sendChanged(changes: readonly Change[]) {
    const frames: Frame[] = []
    for (const { topic, entity, said, rev } of changes) {
      if (topic !== 'board' || entity === null || said === null) continue
      if (rev <= (sent.get(entity) ?? 0)) continue
      sent.set(entity, rev)
      frames.push({ bytes: frameOf(said), at: rev, rev })
    }
    await toAll(frames)
  }

  /** What came while the last was told goes out together. */
  async function tell() {
    isDue = false
    const aboutBoard = waiting
    waiting = []
    const board = await fresh().catch((error) => {
      // The database is away for a moment: told with the next change, or by the list that follows a silence.
      waiting = [...aboutBoard, ...waiting]
      throw error
    })
    rev = board.rev
    const last = aboutBoard.findLast(({ topic, entity }) => topic === 'board-list' || entity === null)
    if (last) await sendList(board, last.rev)
    await sendChanged(aboutBoard)
  }

  async function tellAgain() {
    isAsked = false
    const board = await fresh()
    const wanted = [...asked]
    asked.clear()
    const frames = wanted.flatMap((userId): Frame[] => {
      const message = board.of(userId)
      if (!message) return []
      sent.set(userId, message.rev ?? 0)
      return [{ bytes: frameOf(JSON.stringify(message)), at: board.rev, rev: null }]
    })
    await toAll(frames)
  }

  // Whoever comes later gets the list of then: nothing that was there before is still to be told.
  inTurn(async () => {
    rev = (await fresh()).rev
  })

  return {
    follow(changes) {
      const aboutBoard = changes.filter(({ topic }) => topic === 'board' || topic === 'board-list')
      if (aboutBoard.length === 0) return
      waiting.push(...aboutBoard)
      if (isDue) return
      isDue = true
      inTurn(tell)
    },

    repeat(userId) {
      asked.add(userId)
      if (isAsked) return
      isAsked = true
      inTurn(tellAgain)
    },

    rev: () => rev,
    settled: () => turns,
  }
}
