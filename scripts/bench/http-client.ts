/**
 * An HTTP client that does as little as possible, so that the server is measured and not the bench: one keep-alive
 * connection, one request at a time, and only status and length of the answer are parsed.
 */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly head: string
  readonly body: Buffer
}

/** Returns the bytes of a request as sent over the wire. */
export function requestOf(
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: object; headers?: Readonly<Record<string, string>> } = {},
): Buffer {
  const text = body ? JSON.stringify(body) : ''
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

const HEAD_END = '\r\n\r\n'
const lengthIn = (head: string) => Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)

export class Connection {
  readonly #socket: Socket
  #parts: Buffer[] = []
  #size = 0
  /** The answer's head; empty until it has arrived in full. */
  #head = ''
  #bodyAt = 0
  #whole = 0
  #resolve: ((answer: Answer) => void) | null = null
  #reject: ((error: Error) => void) | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    const fail = (error?: Error) => this.#reject?.(error ?? new Error('The connection was closed.'))
    socket.on('error', fail)
    socket.on('close', () => fail())
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('The connection was closed.'))
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#reject = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#size += chunk.length
    if (this.#head === '') {
      const held = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
      const end = held.indexOf(HEAD_END)
      if (end < 0) return
      this.#head = held.toString('latin1', 0, end)
      this.#bodyAt = end + HEAD_END.length
      this.#whole = this.#bodyAt + lengthIn(this.#head)
    }
    if (this.#size < this.#whole) return
    const head = this.#head
    const body = Buffer.concat(this.#parts).subarray(this.#bodyAt)
    const answer = { status: Number(head.slice(9, 12)), head, body }
    this.#parts = []
    this.#size = 0
    this.#head = ''
    this.#reject = null
    this.#resolve?.(answer)
  }
}

export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Returns the `n`th request, counted over all connections. */
  readonly request: (n: number) => Buffer
  readonly status: number
}

export interface Loaded {
  readonly perSecond: number
  readonly took: readonly number[]
}

/** Sends requests for a time on several connections, each as soon as the last is answered. Throws on another status. */
export async function load({ port, connections, seconds, request, status }: Load): Promise<Loaded> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)))
  const took: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1_000
  let count = 0
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < end) {
        const start = performance.now()
        const answer = await connection.ask(request(count++))
        took.push(performance.now() - start)
        if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.body}`)
      }
    }),
  )
  const perSecond = took.length / ((performance.now() - begin) / 1_000)
  for (const connection of open) connection.close()
  return { perSecond, took }
}
