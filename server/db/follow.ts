/**
 * Follows the change feed: every listener receives every committed change once, in commit order. On SQLite the writer wakes
 * the follower in this process; on Postgres NOTIFY wakes those of other processes, and a poll catches lost notifications.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import { isUnavailable } from './errors.ts'
import { latestRev } from './feed.ts'
import { KEEP_ALIVE } from './open.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'
import type { Topic } from './topics.ts'

/** A committed change, as a row of the feed. */
export interface FeedChange {
  readonly rev: number
  readonly topic: Topic
  readonly entity: number | null
  readonly at: string
  /** JSON text of the record as of this change, if the change carries it. */
  readonly said: string | null
}

export interface Feed {
  /** Subscribes to the changes from now on. Returns how to unsubscribe. */
  listen(listener: (changes: readonly FeedChange[]) => void): () => void
  /** Subscribes to requests, made at any server, to send a person's record again. Returns how to unsubscribe. */
  listenRepeats(listener: (userId: number) => void): () => void
  /**
   * Asks all servers to send this person's record to their viewers although nothing has changed (wire.md “Live socket”).
   */
  repeat(userId: number): void
  /** To be called after a commit in this process: reads the feed in the next turn, once for all commits of this turn. */
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'foyer'
const POLL_MS = 2_000
const RECONNECT_MS = 1_000
/** The delay before a failed read is retried. */
const RETRY_MS = 1_000
const CONNECT_MS = 10_000
const BATCH = 1_000

interface Options {
  readonly db: Kysely<Tables>
  /** Where to LISTEN; Postgres only. */
  readonly listenUrl?: string | undefined
  readonly report?: (error: unknown) => void
  /** Called after each successful read: on Postgres every two seconds. */
  readonly onRead?: () => void
}

/** The payload of a repeat request: user id, server that sent it, database schema. */
const REPEAT = /^repeat (\d+) (\S+) (.*)$/

/** Listens on a dedicated connection that reconnects by itself. Returns how to stop. */
function listenTo(
  url: string,
  onPayload: (payload: string) => void,
  report: (error: unknown) => void,
): () => Promise<void> {
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
      await connection.query(`listen ${CHANNEL}`)
      onPayload('') // reads what was committed while not listening
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

const changesAfter = prepared((db, { rev }: { rev: number }) =>
  db.selectFrom('change').selectAll().where('rev', '>', rev).orderBy('rev').limit(BATCH),
)

async function schemaOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** Creates a follower of the feed. It reads nothing before `start`. */
export function followFeed({ db, listenUrl, report = () => {}, onRead = () => {} }: Options): Feed {
  const listeners = new Set<(changes: readonly FeedChange[]) => void>()
  const repeatListeners = new Set<(userId: number) => void>()
  /**
   * Identifies this process. A server receives its own notifications too, and those of portals in other schemas of the
   * database.
   */
  const origin = randomUUID()
  let schema = ''
  let lastRev = 0
  let started = false
  let reading: Promise<void> | null = null
  let isReadRequested = false
  let isWoken = false
  let poll: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined

  async function readNew(): Promise<void> {
    for (;;) {
      const changes = await changesAfter(db, { rev: lastRev })
      const last = changes.at(-1)
      if (!last) return
      lastRev = last.rev
      for (const listener of listeners) {
        try {
          listener(changes)
        } catch (error) {
          // One failing listener must not keep the change from the others. It is not retried.
          report(error)
        }
      }
      if (changes.length < BATCH) return
    }
  }

  /** Reads new changes, one read at a time. A wake-up during a read causes one more. */
  function requestRead(): void {
    if (!started) return
    isReadRequested = true
    reading ??= (async () => {
      try {
        while (isReadRequested && started) {
          isReadRequested = false
          await readNew()
        }
        onRead()
      } catch (error) {
        if (!started) return
        report(error)
        // On SQLite nothing but the next write would trigger another read. Only one retry is pending at a time.
        clearTimeout(retry)
        retry = setTimeout(requestRead, RETRY_MS)
        retry.unref()
      } finally {
        reading = null
      }
    })()
  }

  const notifyServers = (payload: string) => {
    if (listenUrl && started) sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch(report)
  }

  function onNotification(payload: string): void {
    const [, userId, from, where] = REPEAT.exec(payload) ?? []
    if (!userId) requestRead()
    else if (from !== origin && where === schema) for (const repeat of repeatListeners) repeat(Number(userId))
  }

  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenRepeats(listener) {
      repeatListeners.add(listener)
      return () => repeatListeners.delete(listener)
    },
    repeat(userId) {
      for (const repeat of repeatListeners) repeat(userId)
      notifyServers(`repeat ${userId} ${origin} ${schema}`)
    },
    wake() {
      if (isWoken) return
      isWoken = true
      setImmediate(() => {
        isWoken = false
        requestRead()
        // Says only that there is something to read.
        notifyServers('')
      })
    },
    async start() {
      lastRev = await latestRev(db)
      if (listenUrl) schema = await schemaOf(db)
      started = true
      if (listenUrl) {
        stopListening = listenTo(listenUrl, onNotification, report)
        poll = setInterval(requestRead, POLL_MS)
        poll.unref()
      }
    },
    async stop() {
      started = false
      clearInterval(poll)
      clearTimeout(retry)
      await stopListening?.()
      await reading
    },
  }
}
