import { once } from 'node:events'
import type { Server } from 'node:net'

/** Lets a server listen at 127.0.0.1 on a port that the system chooses. Returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
