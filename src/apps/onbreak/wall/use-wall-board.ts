/**
 * The board of a wall: from the socket, and from a call while the socket is silent (stored by `stored-snapshot.ts` for a
 * display, by `cached-snapshot.ts` for a person).
 */
import { useEffect, useState } from 'react'
import { getBoard } from '#contract/apps/onbreak.ts'
import type { LiveFrame, LiveMessage } from '#contract/live.ts'
import { send } from '#src/api/call.ts'
import { isLive, openLive } from '#src/api/live.ts'
import { isAccessRefused, type Problem } from '#src/api/problem.ts'
import { USER_HEADER } from '#src/lib/page-and-worker.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { HOUR_MS } from '#src/lib/spans.ts'
import { frameBatcher } from '../frame-batcher.ts'
import { mergeAll } from '../merge.ts'
import { cachedBoardSnapshot } from './cached-snapshot.ts'
import { storedSnapshot } from './stored-snapshot.ts'

/**
 * The server repeats itself every 30 s. After this silence, and whenever there is no socket, the board is fetched by a
 * call.
 */
const SILENCE_MS = 45_000
const LOOK_MS = 15_000
/** Interval of fetches in any case: the response tells the server's time. */
const CLOCK_MS = HOUR_MS

export interface WallBoard {
  /** Null until something has been heard. */
  readonly people: readonly LiveMessage[] | null
  /**
   * When the portal was last heard, by its own clock, in milliseconds since 1970; before that, when this screen began
   * to listen.
   */
  readonly heardAt: number
  /** When somebody last left or came back; 0 if unknown. */
  readonly changedAt: number
  /** Whether the board is from before this screen began to listen. */
  readonly isKept: boolean
}

const nothingYet = (): WallBoard => ({ people: null, heardAt: serverNow(), changedAt: 0, isKept: false })

/** Merges received frames into the board; nothing is shown before a full list has arrived. */
export function mergeFrames(board: WallBoard, frames: readonly LiveFrame[], now: number): WallBoard {
  const updated = { ...board, heardAt: now, changedAt: frames.every(Array.isArray) ? board.changedAt : now }
  const current = board.isKept ? null : board.people
  if (!current && !frames.some(Array.isArray)) return board.isKept ? board : updated
  return { ...updated, people: mergeAll(current ?? [], frames), isKept: false }
}

interface BoardAccess {
  /** A display's token; undefined for the signed-in person. */
  readonly token: string | undefined
  /** Called when the server no longer lets this screen see the board. */
  readonly onRefused: (refusal: Problem) => void
}

/** Follows the board. Returns a function that stops. */
function follow({ token, onRefused }: BoardAccess, onFrames: (frames: readonly LiveFrame[]) => void): () => void {
  const leaving = new AbortController()
  let lists = 0
  let heardAt = 0
  let askedAt = 0
  const { add, flush } = frameBatcher((frames) => {
    if (leaving.signal.aborted) return
    heardAt = Date.now()
    onFrames(frames)
  })

  function refuse(error: unknown): void {
    if (isAccessRefused(error)) onRefused(error)
  }

  async function fetchBoard(): Promise<void> {
    const before = lists
    askedAt = Date.now()
    try {
      // An empty user header: the worker neither caches this response nor serves an older one.
      const headers = { [USER_HEADER]: '' }
      const list = await send(getBoard, { token, headers, signal: leaving.signal })
      // A response requested before the socket's last list is older than that list.
      if (before !== lists || leaving.signal.aborted) return
      add(list)
      flush()
    } catch (error) {
      if (!leaving.signal.aborted) refuse(error)
    }
  }

  const fetchIfSilent = () => {
    const now = Date.now()
    // A window that nobody sees has no socket, and needs none.
    const isShut = !isLive() && document.visibilityState === 'visible'
    if (isShut || Math.abs(now - heardAt) > SILENCE_MS || Math.abs(now - askedAt) > CLOCK_MS) void fetchBoard()
  }
  const close = openLive(
    (frame) => {
      if (Array.isArray(frame)) lists++
      add(frame)
    },
    { token, onRefused: refuse },
  )
  const timer = setInterval(fetchIfSilent, LOOK_MS)
  document.addEventListener('visibilitychange', fetchIfSilent)
  void fetchBoard()

  return () => {
    leaving.abort()
    close()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', fetchIfSilent)
  }
}

/** Returns the board of a wall. `token` and `onRefused` must stay the same from one render to the next. */
export function useWallBoard({ token, onRefused }: BoardAccess): WallBoard {
  const [board, setBoard] = useState(() => (token ? storedSnapshot(token) : cachedBoardSnapshot()) ?? nothingYet())
  useEffect(
    () => follow({ token, onRefused }, (frames) => setBoard((held) => mergeFrames(held, frames, serverNow()))),
    [token, onRefused],
  )
  return board
}
