/** One open socket: what it has heard, how far it is behind, whether it is still there. */
import { WebSocket } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { frameLimit } from './client-frame.ts'
import type { Holder } from './tickets.ts'

/** A reader may be this far behind, in bytes (wire.md “Live socket”). */
const MAX_BEHIND = 1_048_576
/** Under this a reader has caught up. */
const CAUGHT_UP = 65_536

/** Codes that `ws` closes with by itself: a frame too large, or text that is none. Both are bad frames to us. */
const BAD_FRAMES = new Set([1007, 1009])

export class ViewerSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code !== undefined && BAD_FRAMES.has(code) ? CLOSE.badFrame : code, reason)
  }
}

/** A frame on its way to everyone. `at`: the board's revision when it was made. `rev`: of a change; null sends it always. */
export interface Frame {
  readonly text: string
  readonly at: number
  readonly rev: number | null
}

export class Viewer {
  readonly holder: Holder
  isBoardAdmin: boolean
  readonly mayWrite = frameLimit()
  readonly #socket: ViewerSocket
  /** The board's revision of the last full list: anything older has been heard. */
  #since = 0
  /** Bytes of a full list on its way: a large company's list alone is no sign of a slow reader. */
  #allowance = 0
  #heardAt: number
  #missedPings = 0

  constructor(socket: ViewerSocket, holder: Holder, isBoardAdmin: boolean, now: number) {
    this.#socket = socket
    this.holder = holder
    this.isBoardAdmin = isBoardAdmin
    this.#heardAt = now
    socket.on('pong', () => {
      this.#missedPings = 0
    })
  }

  /** Whether a full list as new as this has been heard. */
  hasHeard(rev: number): boolean {
    return this.#since >= rev
  }

  sendList(text: string, rev: number, now: number): void {
    if (!this.#mayReceive()) return
    this.#allowance = Buffer.byteLength(text)
    this.#since = rev
    this.#send(text, now)
  }

  /** Nothing older than what was heard is ever sent after it. */
  send({ text, at, rev }: Frame, now: number): void {
    const isOld = this.#since > at || (rev !== null && this.#since >= rev)
    if (!isOld && this.#mayReceive()) this.#send(text, now)
  }

  /** False once two pings went unanswered: the line is dead. */
  ping(): boolean {
    if (this.#missedPings >= 2) {
      this.#socket.terminate()
      return false
    }
    this.#missedPings += 1
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
    return true
  }

  isQuietSince(instant: number): boolean {
    return this.#heardAt <= instant
  }

  close(code: number, reason = ''): void {
    this.#socket.close(code, reason)
  }

  #send(text: string, now: number): void {
    this.#heardAt = now
    this.#socket.send(text)
  }

  #mayReceive(): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    const behind = this.#socket.bufferedAmount
    if (behind <= CAUGHT_UP) this.#allowance = 0
    if (behind <= MAX_BEHIND + this.#allowance) return true
    this.close(CLOSE.tooSlow, 'too far behind')
    return false
  }
}
