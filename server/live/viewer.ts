/** One open socket: what it has been sent, how far behind it is, and whether it is alive. */
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { CLOSE } from '#contract/live.ts'
import { frameLimit } from './client-frame.ts'
import type { TicketHolder } from './tickets.ts'

/** How many unsent bytes a slow reader may have (wire.md “Live socket”). */
const MAX_BEHIND = 1_048_576
/** With fewer unsent bytes than this a reader has caught up. */
const CAUGHT_UP = 65_536

/** Codes that `ws` itself closes with, for a frame that is too large or not UTF-8. Both become `badFrame`. */
const BAD_FRAMES = new Set([1007, 1009])

/** A WebSocket whose close codes are those of the contract. */
export class ViewerSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code !== undefined && BAD_FRAMES.has(code) ? CLOSE.badFrame : code, reason)
  }
}

/** How long the closing handshake may take. */
const GOODBYE_MS = 5_000

/**
 * Closes a socket. Resolves once both sides have closed, or the time limit has terminated it. Not for slow readers, who
 * need more time to receive the reason.
 */
export async function closeSocket(socket: WebSocket, code: number, reason: string): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), GOODBYE_MS)
  await closed
  clearTimeout(timer)
}

/**
 * A frame for all viewers. `at`: the board's revision when it was made. `rev`: the change's; null sends the frame in any
 * case.
 */
export interface Frame {
  /** The encoded frame, made once for all viewers. */
  readonly bytes: Buffer
  readonly at: number
  readonly rev: number | null
}

/** Returns the header of an unmasked, final text frame (RFC 6455 §5.2). */
function headOf(length: number): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x81
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

/** Encodes a text as a frame. */
export function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([headOf(payload.length), payload])
}

interface ViewerOptions {
  readonly socket: ViewerSocket
  /**
   * The stream below the socket. Frames for all viewers are written here directly: one write, without encoding for each
   * socket.
   */
  readonly stream: Duplex
  readonly holder: TicketHolder
  readonly isBoardAdmin: boolean
}

/** The state of an open socket. */
export class Viewer {
  readonly holder: TicketHolder
  isBoardAdmin: boolean
  readonly mayWrite = frameLimit()
  readonly #socket: ViewerSocket
  readonly #stream: Duplex
  /** The board's revision of the last full list sent. Anything older is included in it. */
  #since = 0
  /** Bytes of a full list in transit: in a large company the list alone does not make a reader slow. */
  #allowance = 0
  #lastSentAt: number
  #missedPings = 0

  constructor({ socket, stream, holder, isBoardAdmin }: ViewerOptions, now: number) {
    this.#socket = socket
    this.#stream = stream
    this.holder = holder
    this.isBoardAdmin = isBoardAdmin
    this.#lastSentAt = now
    socket.on('pong', () => {
      this.#missedPings = 0
    })
  }

  /** Whether a full list of at least this revision has been sent. */
  hasListOf(rev: number): boolean {
    return this.#since >= rev
  }

  /** Sends the full list. All viewers share its bytes, which are many in a large company. */
  sendList(list: Buffer, rev: number, now: number): void {
    if (!this.#mayReceive()) return
    this.#allowance = list.length
    this.#since = rev
    this.#lastSentAt = now
    this.#stream.cork()
    this.#stream.write(headOf(list.length))
    this.#stream.write(list)
    this.#stream.uncork()
  }

  /** Sends frames. `all`: their concatenated bytes. Skips frames that are older than the last list. */
  send(frames: readonly Frame[], all: Buffer, now: number): void {
    const news = frames.filter(({ at, rev }) => !(this.#since > at || (rev !== null && this.#since >= rev)))
    if (news.length === 0 || !this.#mayReceive()) return
    this.#lastSentAt = now
    this.#stream.write(news.length === frames.length ? all : Buffer.concat(news.map(({ bytes }) => bytes)))
  }

  /** Pings the client, and terminates the socket after two unanswered pings. */
  ping(): void {
    if (this.#missedPings >= 2) this.#socket.terminate()
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
    this.#missedPings += 1
  }

  isQuietSince(instant: number): boolean {
    return this.#lastSentAt <= instant
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
