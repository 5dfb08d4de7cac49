/**
 * Finds a port for a server that a test or bench starts. Below the ephemeral ports of outgoing connections (from 32,768
 * on): one of these may be taken by the time the server listens, or while it restarts.
 */
import { createServer } from 'node:net'

/** Browsers block some lower ports, the last of which is 10,080. */
const FROM = 11_000
const BELOW = 32_000

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Returns a port on which nobody listens at 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FROM + Math.floor(Math.random() * (BELOW - FROM))
    if (await isFree(port)) return port
  }
}
