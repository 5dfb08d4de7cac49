/**
 * The live socket, the only socket of the page: receives who leaves and comes back, and reconnects by the spec's numbers
 * (§7). It never carries writes: a status is sent over it only once the server has stored it (`broadcastStatus`). The
 * socket is open while a board is on screen, and closed after the window has been hidden for five minutes.
 */
import WebSocket from 'partysocket/ws'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { getProfile } from '#contract/apps/accounts.ts'
import { createTicket } from '#contract/apps/onbreak.ts'
import { CLOSE, LiveFrame, type LiveMessage } from '#contract/live.ts'
import { listeners } from '#src/lib/listeners.ts'
import { send } from './call.ts'
import { reportReachable } from './connection.ts'
import { liveAddress } from './live-address.ts'
import { FIRST_FRAME_MS, newBackoff, reconnectOptions, watchSilence, watchWindow } from './live-waits.ts'
import { portalConfig } from './portal-config.ts'
import { isAccessRefused } from './problem.ts'
import { queryClient } from './query-client.ts'
import { unlessUnknown } from './unless-unknown.ts'

/** Whether the board gets live updates; `since`: the instant at which these stopped. */
export interface LiveState {
  readonly open: boolean
  readonly since: string | null
}

let state: LiveState = { open: true, since: null }
const { notify, listen } = listeners()
function setOpen(open: boolean): void {
  if (open === state.open) return
  state = { open, since: open ? null : new Date().toISOString() }
  notify()
}
/** Whether the board gets live updates, as far as is known: true until the first socket has failed to bring a list. */
export const isLive = (): boolean => state.open
export const useLiveState = (): LiveState => useSyncExternalStore(listen, () => state)

/** Requests a ticket and returns it with the socket's address. `ticket`: null if the server has no such call. */
async function freshTicket(token: string | undefined): Promise<{ address: string; ticket: string | null }> {
  const config = await queryClient.fetchQuery(portalConfig)
  const ticket = (await unlessUnknown(send(createTicket, { token }), null))?.ticket ?? null
  return { address: liveAddress(window.location, config ?? undefined, ticket), ticket }
}

/**
 * Whether it makes sense to request another ticket after one was refused. Either the session has ended or the ticket came
 * too late; a request for the profile tells which, and a 401 ends the session. A display finds out with its next ticket.
 */
const mayRetryTicket = async (token: string | undefined): Promise<boolean> =>
  token !== undefined ||
  send(getProfile).then(
    () => true,
    (error) => !isAccessRefused(error),
  )

function frameOf(data: unknown): LiveFrame | null {
  try {
    const result = z.safeParse(LiveFrame, JSON.parse(String(data)))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** The open and connecting sockets of this page. */
const sockets = new Set<WebSocket>()

/** A status waits at most this long for a socket to open: later it may have changed. */
const SEND_WITHIN_MS = 5_000

/**
 * Sends a stored status to everyone who looks at the board. Our server broadcasts it by itself; another one passes on what
 * its clients send (spec §7). After a reconnection the full list on its way to this page may be older than the status; the
 * status that is sent once the socket is open comes after that list.
 */
export function broadcastStatus(status: LiveMessage): void {
  // No board is open on this page: opens a socket for this message alone.
  if (sockets.size === 0) {
    const close = openLive(() => {}, { isUnseen: true })
    setTimeout(close, SEND_WITHIN_MS)
  }
  const text = JSON.stringify(status)
  const until = Date.now() + SEND_WITHIN_MS
  for (const socket of sockets) {
    const sendText = () => Date.now() < until && socket.send(text)
    if (socket.readyState === WebSocket.OPEN) sendText()
    else socket.addEventListener('open', sendText, { once: true })
  }
}

interface LiveOptions {
  /** A display's token; without it, the signed-in person's is used. */
  readonly token?: string | undefined
  /** Called if the server refuses access (401 or 403); the socket stays closed. */
  readonly onRefused?: (error: unknown) => void
  /** No board uses this socket, so it does not affect `useLiveState`. */
  readonly isUnseen?: boolean
}

/** Opens the socket; `onFrame` gets each frame. Returns a function that closes it for good. */
export function openLive(onFrame: (frame: LiveFrame) => void, options: LiveOptions = {}): () => void {
  const connection = new LiveConnection(onFrame, options)
  return () => connection.end()
}

/** One socket after another, until it is ended: a lost one is replaced, and none is open while the window stays hidden. */
class LiveConnection {
  readonly #onFrame: (frame: LiveFrame) => void
  readonly #options: LiveOptions
  #socket: WebSocket | null = null
  #isEnded = false
  /** The window is hidden or access was refused: stays closed until the window is seen, even if a retry is scheduled. */
  #isSuspended = false
  /** Our server sends something at least every 30 s. Another one may be silent: then the socket reconnects unnoticed. */
  #hasHeartbeat = true
  #isQuietReconnect = false
  /** Timer from the opening of a socket to its first frame; null while none is awaited. */
  #firstFrame: ReturnType<typeof setTimeout> | null = null
  readonly #refusals = newBackoff()
  readonly #silence = watchSilence(() => this.#replaceSilent())
  readonly #stopWatching: () => void

  constructor(onFrame: (frame: LiveFrame) => void, options: LiveOptions) {
    this.#onFrame = onFrame
    this.#options = options
    this.#open()
    this.#stopWatching = watchWindow({ onSeen: () => this.#resume(), onLeft: () => this.#suspend() })
  }

  end(): void {
    this.#isEnded = true
    this.#stopWatching()
    this.#close()
    // Unless another socket of this page is still in use, the live state is reset.
    if (sockets.size === 0) this.#show(true)
  }

  #show(open: boolean): void {
    if (!this.#options.isUnseen) setOpen(open)
  }

  #endWait(): void {
    if (this.#firstFrame !== null) clearTimeout(this.#firstFrame)
    this.#firstFrame = null
  }

  #showLive(): void {
    this.#show(true)
    reportReachable()
  }

  #open(): void {
    if (this.#isEnded || this.#isSuspended || this.#socket) return
    const socket = new WebSocket(() => this.#dial(), [], {
      ...reconnectOptions(Math.random()),
      shouldReconnectOnClose: ({ code }) => code !== CLOSE.notYours && code !== CLOSE.noTicket,
    })
    this.#socket = socket
    sockets.add(socket)
    socket.addEventListener('open', () => {
      this.#silence.restart()
      // Our server sends the full list at once: a socket that stays silent was accepted by a proxy that passes on nothing.
      if (this.#hasHeartbeat) this.#firstFrame = setTimeout(() => this.#show(false), FIRST_FRAME_MS)
      else this.#showLive()
    })
    socket.addEventListener('message', ({ data }) => this.#hear(data))
    socket.addEventListener('error', () => this.#socket === socket && this.#show(false))
    socket.addEventListener('close', ({ code }) => {
      this.#endWait()
      this.#silence.end()
      if (this.#socket === socket && !this.#isQuietReconnect) this.#lose(code)
    })
  }

  /** Returns the address to connect to. */
  async #dial(): Promise<string> {
    try {
      const { address, ticket } = await freshTicket(this.#options.token)
      this.#hasHeartbeat = ticket !== null
      return address
    } catch (error) {
      // Without the right to the board another request does not help.
      if (isAccessRefused(error) && !this.#isEnded) {
        this.#suspend()
        this.#options.onRefused?.(error)
      }
      throw error
    }
  }

  #hear(data: unknown): void {
    this.#silence.restart()
    this.#refusals.reset()
    const frame = frameOf(data)
    if (!frame) return
    if (this.#firstFrame !== null) this.#showLive()
    this.#endWait()
    this.#onFrame(frame)
  }

  #lose(code: number): void {
    this.#show(false)
    if (code !== CLOSE.noTicket) return
    this.#close()
    void this.#openAgain()
  }

  async #openAgain(): Promise<void> {
    const wait = this.#refusals.next()
    if (await mayRetryTicket(this.#options.token)) setTimeout(() => this.#open(), wait)
  }

  #replaceSilent(): void {
    this.#isQuietReconnect = !this.#hasHeartbeat
    this.#socket?.reconnect()
    this.#isQuietReconnect = false
  }

  #suspend(): void {
    this.#isSuspended = true
    this.#close()
    this.#show(false)
  }

  #resume(): void {
    this.#isSuspended = false
    this.#silence.check()
    this.#open()
  }

  #close(): void {
    this.#silence.end()
    const closed = this.#socket
    // Cleared first: the close event fires at once, and must not be taken for a lost connection.
    this.#socket = null
    if (!closed) return
    sockets.delete(closed)
    closed.close()
  }
}
