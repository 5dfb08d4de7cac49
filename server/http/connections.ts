/** Ends connections so that no client loses an answer, and a stopping server does not wait for idle ones. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/** How long data that a client still sends is read and discarded. */
const LINGER_MS = 2_000

/**
 * Returns a function to await before the server closes: from then on new requests get 503, and those in progress are
 * finished. The port stays open meanwhile, so that clients can be told (wire.md §3).
 */
export function endConnections(app: FastifyInstance): () => Promise<void> {
  let isStopping = false
  let underWay = 0
  let allDone = () => {}
  /** Connections without any request so far, as browsers open them ahead of need. Node counts them as busy. */
  const unused = new Set<Socket>()
  const known = new WeakSet<Socket>()
  app.server.on('connection', (socket: Socket) => {
    // A connection is announced again with each offer of an upgrade (other-protocols.ts), as often as its client likes.
    if (known.has(socket)) return
    known.add(socket)
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('upgrade', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('onRequest', async ({ raw: { socket } }, { raw }) => {
    unused.delete(socket)
    if (isStopping) throw new Problem(503, 'The portal is stopping.', { 'retry-after': '5' })
    underWay++
    finished(raw, () => {
      underWay--
      if (underWay === 0) allDone()
    })
  })
  app.addHook('onSend', async ({ raw: { complete, socket } }, reply) => {
    if (isStopping) reply.header('connection', 'close')
    if (complete || !socket) return
    // node:http calls `destroySoon` once the last answer is out. Destroying the socket while the client still sends would
    // reset the connection and lose the answer, so only our side is closed and the rest is read for a moment (RFC 9112
    // §9.6).
    socket.destroySoon = () => {
      socket.end()
      const timer = setTimeout(() => socket.destroy(), LINGER_MS)
      socket.once('close', () => clearTimeout(timer))
    }
  })
  return async () => {
    isStopping = true
    if (underWay > 0) await new Promise<void>((resolve) => (allDone = resolve))
    for (const socket of unused) socket.destroy()
  }
}
