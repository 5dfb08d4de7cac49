/** A live socket for a test. It queues the frames it receives, so that none is missed that arrives before the test asks. */
import { type ClientOptions, WebSocket } from 'ws'
import type { LiveFrame } from '#contract/live.ts'

interface Place {
  readonly port: number
  /** Null connects without a ticket. */
  readonly ticket: string | null
}

export function openLiveSocket({ port, ticket }: Place, options: ClientOptions = {}) {
  const query = ticket === null ? '' : `?ticket=${ticket}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${query}`, options)
  const heard: LiveFrame[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    for (const wake of waiting.splice(0)) wake()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  return {
    socket,
    heard,
    closed,
    /** Takes the next frame in the order of arrival, waiting for one if there is none. */
    async next(): Promise<LiveFrame> {
      while (heard.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return heard.shift() as LiveFrame
    },
  }
}
