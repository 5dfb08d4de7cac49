/** One open socket: what it has heard, how far it is behind, whether it is still there. */
import type { Duplex } from 'node:stream'
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

/** How long a closing socket may take to say goodbye. */
const GOODBYE_MS = 5_000

/** Settles once it is closed from both sides, or has had the time for it. Not for a slow reader, who is to hear why. */
export async function sayGoodbye(socket: WebSocket, code: number, reason: string): Promise<void> {
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), GOODBYE_MS)
  await gone
  clearTimeout(timer)
}

/** A frame on its way to everyone. `at`: the board's revision when it was made. `rev`: of a change; null sends it always. */
export interface Frame {
  /** As it goes over the line, made once for all. */
  readonly bytes: Buffer
  readonly at: number
  readonly rev: number | null
}

/** RFC 6455 §5.2: a whole text, from a server, in one frame. */
function headOf(length: number): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x81
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

/** A text as a frame. */
export function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([headOf(payload.length), payload])
}

export class Viewer {
  readonly holder: Holder
  isBoardAdmin: boolean
  readonly mayWrite = frameLimit()
  readonly #socket: ViewerSocket
  /** What the socket writes to. A frame that all get is written here: one write, and nothing made for each anew. */
  readonly #line: Duplex
  /** The board's revision of the last full list: anything older has been heard. */
  #since = 0
  /** Bytes of a full list on its way: a large company's list alone is no sign of a slow reader. */
  #allowance = 0
  #heardAt: number
  #missedPings = 0

  constructor(socket: ViewerSocket, line: Duplex, holder: Holder, isBoardAdmin: boolean, now: number) {
    this.#socket = socket
    this.#line = line
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

  /** The same bytes for everybody: of a large company they are many. */
  sendList(list: Buffer, rev: number, now: number): void {
    if (!this.#mayReceive()) return
    this.#allowance = list.length
    this.#since = rev
    this.#heardAt = now
    this.#line.cork()
    this.#line.write(headOf(list.length))
    this.#line.write(list)
    this.#line.uncork()
  }

  /** `all`: the bytes of the frames, one after the other. Nothing older than what was heard is ever sent after it. */
  send(frames: readonly Frame[], all: Buffer, now: number): void {
    const news = frames.filter(({ at, rev }) => !(this.#since > at || (rev !== null && this.#since >= rev)))
    if (news.length === 0 || !this.#mayReceive()) return
    this.#heardAt = now
    this.#line.write(news.length === frames.length ? all : Buffer.concat(news.map(({ bytes }) => bytes)))
  }

  /** Once two pings went unanswered the line is dead. */
  ping(): void {
    if (this.#missedPings >= 2) this.#socket.terminate()
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
    this.#missedPings += 1
  }

  isQuietSince(instant: number): boolean {
    return this.#heardAt <= instant
  }

  close(code: number, reason = ''): void {
    this.#socket.close(code, reason)
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
