/**
 * The only socket of the page: hears who leaves and comes back, and reconnects by the spec's numbers (§7). It never
 * carries what is to be written: a status goes over it only once the server has it (`sayStatus`). While a board is on
 * screen it is open; a window nobody looks at for five minutes lets it go.
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
import { growingWaits, reconnectOptions, watchSilence, watchWindow } from './live-waits.ts'
import { portalConfig } from './portal-config.ts'
import { isTurnedAway } from './problem.ts'
import { queryClient } from './query-client.ts'
import { unlessUnknown } from './unless-unknown.ts'

/** Whether the board hears what happens; `since` when it stopped to, as an instant. */
export interface LiveState {
  readonly open: boolean
  readonly since: string | null
}

let state: LiveState = { open: true, since: null }
const { tell, listen } = listeners()
function setOpen(open: boolean): void {
  if (open === state.open) return
  state = { open, since: open ? null : new Date().toISOString() }
  tell()
}
export const useLiveState = (): LiveState => useSyncExternalStore(listen, () => state)

/** `ticket`: null where the server knows of none. */
async function freshTicket(token: string | undefined): Promise<{ address: string; ticket: string | null }> {
  const config = await queryClient.fetchQuery(portalConfig)
  const ticket = (await unlessUnknown(send(createTicket, { token }), null))?.ticket ?? null
  return { address: liveAddress(window.location, config ?? undefined, ticket), ticket }
}

/**
 * Whether another ticket may do where one was refused: whoever it was for has signed out, or it came too late. The profile
 * says which, and a 401 ends the session. A display hears it as it asks for its next ticket.
 */
const mayAskAgain = async (token: string | undefined): Promise<boolean> =>
  token !== undefined ||
  send(getProfile).then(
    () => true,
    (error) => !isTurnedAway(error),
  )

function frameOf(data: unknown): LiveFrame | null {
  try {
    const result = z.safeParse(LiveFrame, JSON.parse(String(data)))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** The sockets of this page. */
const sockets = new Set<WebSocket>()

/** A status that finds no socket open is said once one is, unless that takes longer: by then it may have changed. */
const SAID_WITHIN_MS = 5_000

/**
 * Tells a status to whoever looks at the board. Ours tells them by itself; another server passes on what its clients say
 * (spec §7). Where the line has just come back, the full list on its way to this page may be older than the status: what
 * is said once the socket is open comes after it.
 */
export function sayStatus(status: LiveMessage): void {
  // No board is open here: a socket for this alone.
  if (sockets.size === 0)
    setTimeout(
      openLive(() => {}, { isUnseen: true }),
      SAID_WITHIN_MS,
    )
  const text = JSON.stringify(status)
  const until = Date.now() + SAID_WITHIN_MS
  for (const socket of sockets) {
    const say = () => Date.now() < until && socket.send(text)
    if (socket.readyState === WebSocket.OPEN) say()
    else socket.addEventListener('open', say, { once: true })
  }
}

interface LiveOptions {
  /** A display's; otherwise the signed-in person's counts. */
  readonly token?: string | undefined
  /** The server lets this one in no longer; the socket stays closed. */
  readonly onRefused?: (error: unknown) => void
  /** No board looks at it: whether it is open says nothing of the board's own. */
  readonly isUnseen?: boolean
}

/** Opens the socket; `hear` gets each frame. Answers how to close it for good. */
export function openLive(
  hear: (frame: LiveFrame) => void,
  { token, onRefused, isUnseen = false }: LiveOptions = {},
): () => void {
  const show = isUnseen ? () => {} : setOpen
  let socket: WebSocket | null = null
  let over = false
  /** Nobody looks, or may look: until somebody does it stays closed, whatever was still to be waited for. */
  let isLetGo = false
  /** Ours says something at least every 30 s. Another server may have nothing to say: then it is dialled anew unseen. */
  let repeats = true
  let isAside = false
  const refusals = growingWaits()
  const silence = watchSilence(() => {
    isAside = !repeats
    socket?.reconnect()
    isAside = false
  })

  function close(): void {
    silence.end()
    const closed = socket
    // First: it says at once that it is closed, and this is no lost line.
    socket = null
    if (!closed) return
    sockets.delete(closed)
    closed.close()
  }

  function letGo(): void {
    isLetGo = true
    close()
    show(false)
  }

  async function dial(): Promise<string> {
    try {
      const { address, ticket } = await freshTicket(token)
      repeats = ticket !== null
      return address
    } catch (error) {
      // Who may not look is not let in by asking again.
      if (isTurnedAway(error) && !over) {
        letGo()
        onRefused?.(error)
      }
      throw error
    }
  }

  async function openAgain(): Promise<void> {
    const wait = refusals.next()
    if (await mayAskAgain(token)) setTimeout(open, wait)
  }

  function open(): void {
    if (over || isLetGo || socket) return
    const mine = new WebSocket(dial, [], {
      ...reconnectOptions(Math.random()),
      shouldReconnectOnClose: ({ code }) => code !== CLOSE.notYours && code !== CLOSE.noTicket,
    })
    socket = mine
    sockets.add(mine)
    mine.addEventListener('open', () => {
      show(true)
      reportReachable()
      silence.heard()
    })
    mine.addEventListener('message', ({ data }) => {
      silence.heard()
      refusals.succeeded()
      const frame = frameOf(data)
      if (frame) hear(frame)
    })
    mine.addEventListener('error', () => socket === mine && show(false))
    mine.addEventListener('close', ({ code }) => {
      silence.end()
      if (socket !== mine || isAside) return
      show(false)
      if (code !== CLOSE.noTicket) return
      close()
      void openAgain()
    })
  }

  open()
  const stopWatching = watchWindow({
    onSeen() {
      isLetGo = false
      silence.look()
      open()
    },
    onLeft: letGo,
  })

  return () => {
    over = true
    stopWatching()
    close()
    // Another socket of this page may not be open.
    if (sockets.size === 0) show(true)
  }
}
