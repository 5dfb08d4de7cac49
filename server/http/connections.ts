/** How connections end: nobody loses an answer by it, and a server on its way out waits for none that is done. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/** So long what is still sent is read and thrown away. */
const LINGER_MS = 2_000

/**
 * Answers what is to come before the door is closed: from then on there is no new work, and what is under way is finished.
 * The door stays open meanwhile, or nobody could be told (wire.md §3).
 */
export function endConnections(app: FastifyInstance): () => Promise<void> {
  let isStopping = false
  let underWay = 0
  let allDone = () => {}
  /** Connections that nothing was ever asked on, as browsers open them ahead: Node counts them as busy. */
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
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
    // What node:http closes a connection with once its last answer is out. At once, on a client that still sends, would
    // reset it, and the answer be lost: it is closed on our side, and read for a moment longer (RFC 9112 §9.6).
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
