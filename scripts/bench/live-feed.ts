/**
 * A live socket that sends updates at a given rate, in place of the portal's own, so that no portal server is at work.
 */
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { LiveMessage } from '#contract/live.ts'

const TICK_MS = 10

export interface LiveFeed {
  readonly url: string
  /** The list that each socket receives first. */
  people: readonly LiveMessage[]
  /** Sends `updates` changes to the viewer that connected last, `aSecond` per second. */
  say(updates: number, aSecond: number): Promise<void>
  close(): void
}

export async function openFeed(): Promise<LiveFeed> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await new Promise((resolve) => server.once('listening', resolve))
  const viewers: WebSocket[] = []
  // Above any revision of the portal.
  let rev = 1_000_000
  server.on('connection', (socket) => {
    viewers.push(socket)
    socket.send(JSON.stringify(feed.people))
  })

  /** Returns the next update: somebody leaves or comes back. Spread over the whole list, and the same in each run. */
  function next(): string {
    rev += 1
    const person = feed.people[(rev * 7_919) % feed.people.length]
    const isAway = Math.floor(rev / feed.people.length) % 2 === 0
    return JSON.stringify({
      ...person,
      status: !isAway,
      breakType: isAway ? 'Lunch' : '',
      customMessage: isAway ? `Message ${rev}` : '',
      timeLeft: isAway ? new Date().toISOString() : null,
      rev,
    })
  }

  const feed: LiveFeed = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    people: [],
    async say(updates, aSecond) {
      const viewer = viewers.at(-1)
      const begin = performance.now()
      for (let said = 0; said < updates; ) {
        const due = Math.min(updates, ((performance.now() - begin) / 1_000) * aSecond)
        for (; said < due; said++) viewer?.send(next())
        await new Promise((resolve) => setTimeout(resolve, TICK_MS))
      }
    },
    close() {
      for (const viewer of viewers) viewer.terminate()
      server.close()
    },
  }
  return feed
}
