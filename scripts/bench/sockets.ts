/** Opens thousands of live sockets in one process; frames are counted, not parsed. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const PING = 0x9
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const HEAD_END = '\r\n\r\n'

/** Returns a consumer of chunks that calls `heard` with the opcode of each complete frame. */
function frameCounter(heard: (opcode: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let missing = 0
  let opcode = 0
  return (chunk) => {
    let data: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    rest = Buffer.alloc(0)
    while (data.length > 0) {
      if (missing > 0) {
        const taken = Math.min(missing, data.length)
        missing -= taken
        data = data.subarray(taken)
        if (missing === 0) heard(opcode)
        continue
      }
      const size = (data[1] ?? 0) & 0x7f
      const head = size === 127 ? 10 : size === 126 ? 4 : 2
      if (data.length < head) {
        rest = data
        return
      }
      opcode = (data[0] ?? 0) & 0xf
      missing = size === 127 ? Number(data.readBigUInt64BE(2)) : size === 126 ? data.readUInt16BE(2) : size
      data = data.subarray(head)
      if (missing === 0) heard(opcode)
    }
  }
}

function openOne(port: number, path: string, heard: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      const key = randomBytes(16).toString('base64')
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      )
    })
    socket.once('error', reject)
    let isOpen = false
    const count = frameCounter((opcode) => {
      if (opcode === PING) socket.write(PONG)
      else heard()
    })
    socket.on('data', (chunk) => {
      if (isOpen) return count(chunk)
      const end = chunk.indexOf(HEAD_END)
      if (!chunk.toString('latin1', 0, 12).endsWith('101') || end < 0) return reject(new Error(chunk.toString()))
      isOpen = true
      resolve(socket)
      if (chunk.length > end + HEAD_END.length) count(chunk.subarray(end + HEAD_END.length))
    })
    socket.once('close', () => reject(new Error('A live socket was closed.')))
  })
}

export interface Crowd {
  /**
   * Waits until all sockets together have received `frames` more per socket; returns the instant (`performance.now()`).
   */
  heard(frames: number): Promise<number>
  close(): void
}

const AT_ONCE = 50

/** Opens `size` live sockets, and waits until each has received the list. */
export async function openCrowd(port: number, size: number, pathOf: (n: number) => Promise<string>): Promise<Crowd> {
  let total = 0
  let waiting: { until: number; resolve: (at: number) => void } | null = null
  const heardOne = () => {
    total += 1
    if (waiting && total >= waiting.until) {
      waiting.resolve(performance.now())
      waiting = null
    }
  }
  const heard = (frames: number) =>
    new Promise<number>((resolve) => {
      waiting = { until: total + frames * size, resolve }
    })
  const lists = heard(1)
  const sockets: Socket[] = []
  for (let first = 0; first < size; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, size - first) }, (_, index) => first + index)
    // In sequence, as the ticket requests share one connection.
    for (const n of numbers) sockets.push(await openOne(port, await pathOf(n), heardOne))
  }
  await lists
  return {
    heard,
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
