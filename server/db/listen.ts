/** Hears the notifications of a Postgres. */
import pg from 'pg'
import { isUnavailable } from './errors.ts'
import { KEEP_ALIVE } from './open.ts'

const RECONNECT_MS = 1_000
const CONNECT_MS = 10_000

interface Listener {
  readonly channel: string
  /** Called with each payload, and with `''` once the connection stands: what was notified before was not heard. */
  readonly onPayload: (payload: string) => void
  readonly report: (error: unknown) => void
}

/** Listens on a dedicated connection that reconnects by itself. Returns how to stop. */
export function listenTo(url: string, { channel, onPayload, report }: Listener): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE })
    client = connection
    const reconnect = () => {
      if (stopped || client !== connection) return
      client = null
      // The connection may be open although `listen` was refused.
      void connection.end().catch(() => {})
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
    connection.on('notification', ({ payload = '' }) => onPayload(payload))
    connection.on('error', reconnect)
    connection.on('end', reconnect)
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
      onPayload('')
    } catch (error) {
      // An unreachable database is reported by the poll, which queries it too.
      if (!stopped && !isUnavailable(error)) report(error)
      reconnect()
    }
  }
  void connect()

  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
