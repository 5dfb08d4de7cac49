/** A refusal in the middle of a body reaches whoever still sends it. */
import type { FastifyInstance } from 'fastify'

/** So long what is still sent is read and thrown away. */
const LINGER_MS = 2_000

/**
 * Closed at once on a client that still sends, a connection is reset and the answer lost with it: it is closed on our
 * side first, and read for a moment longer (RFC 9112 §9.6).
 */
export function lingerAfterRefusals(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw: { complete, socket } }) => {
    if (complete || !socket) return
    // What node:http closes a connection with once its last answer is out.
    socket.destroySoon = () => {
      socket.end()
      const timer = setTimeout(() => socket.destroy(), LINGER_MS)
      socket.once('close', () => clearTimeout(timer))
    }
  })
}
