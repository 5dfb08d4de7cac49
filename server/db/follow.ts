/**
 * Follows the change feed: whoever listens hears every committed change once, in commit order. On SQLite the writer wakes
 * the follower in this process; on Postgres NOTIFY wakes those in the others, and a poll catches what NOTIFY lost.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import { isUnavailable } from './errors.ts'
import type { Topic } from './feed.ts'
import { KEEP_ALIVE } from './open.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

export interface Change {
  readonly rev: number
  readonly topic: Topic
  readonly entity: number | null
  readonly at: string
  /** JSON text of the record as it was then, where the change carries it. */
  readonly said: string | null
}

export interface Feed {
  /** Hears of each change after now; answers how to stop. */
  listen(listener: (changes: readonly Change[]) => void): () => void
  /** Hears whose record is to be said once more, at whichever server that was asked; answers how to stop. */
  listenRepeats(listener: (userId: number) => void): () => void
  /** Nothing has changed, but everybody's viewers shall hear of this person (wire.md “Live socket”). */
  repeat(userId: number): void
  /** After a commit of this process: reads in the next turn, once for all that were committed in this one. */
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'foyer'
const POLL_MS = 2_000
const RECONNECT_MS = 1_000
/** Before what could not be read is tried again. */
const AGAIN_MS = 1_000
const CONNECT_MS = 10_000
const BATCH = 1_000

interface Options {
  readonly db: Kysely<Tables>
  /** Postgres alone: where to LISTEN. */
  readonly listenUrl?: string | undefined
  readonly report?: (error: unknown) => void
  /** Hears of each read that went well: on Postgres every two seconds. */
  readonly answered?: () => void
}

/** Of this person, said by this server, to those of this schema. */
const REPEAT = /^repeat (\d+) (\S+) (.*)$/

/** One connection that only listens; comes back by itself. Answers how to stop. */
function listenTo(
  url: string,
  heard: (payload: string) => void,
  report: (error: unknown) => void,
): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    const mine = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE })
    client = mine
    const again = () => {
      if (stopped || client !== mine) return
      client = null
      // It may be connected, and refuse to listen.
      void mine.end().catch(() => {})
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
    mine.on('notification', ({ payload = '' }) => heard(payload))
    mine.on('error', again)
    mine.on('end', again)
    try {
      await mine.connect()
      await mine.query(`listen ${CHANNEL}`)
      heard('') // what was committed while nobody listened
    } catch (error) {
      // That the database is away is told by the poll, which asks it too.
      if (!stopped && !isUnavailable(error)) report(error)
      again()
    }
  }
  void connect()

  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

const since = prepared((db, { rev }: { rev: number }) =>
  db.selectFrom('change').selectAll().where('rev', '>', rev).orderBy('rev').limit(BATCH),
)

async function schemaOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? ''
}

export function followFeed({ db, listenUrl, report = () => {}, answered = () => {} }: Options): Feed {
  const listeners = new Set<(changes: readonly Change[]) => void>()
  const repeaters = new Set<(userId: number) => void>()
  /** A server hears its own word too, and that of the portals in the database's other schemas. */
  const origin = randomUUID()
  let schema = ''
  let seen = 0
  let started = false
  let reading: Promise<void> | null = null
  let again = false
  let isWoken = false
  let poll: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined

  async function readNew(): Promise<void> {
    for (;;) {
      const changes = await since(db, { rev: seen })
      const last = changes.at(-1)
      if (!last) return
      seen = last.rev
      for (const listener of listeners) {
        try {
          listener(changes)
        } catch (error) {
          // The others hear it all the same: it is told once.
          report(error)
        }
      }
      if (changes.length < BATCH) return
    }
  }

  /** One read at a time; a wake during a read is answered by one more. */
  function look(): void {
    if (!started) return
    again = true
    reading ??= (async () => {
      try {
        while (again && started) {
          again = false
          await readNew()
        }
        answered()
      } catch (error) {
        if (!started) return
        report(error)
        // On SQLite nothing but the next write would have it read again. One at a time: each that fails asks for the next.
        clearTimeout(retry)
        retry = setTimeout(look, AGAIN_MS)
        retry.unref()
      } finally {
        reading = null
      }
    })()
  }

  const tell = (payload: string) => {
    if (listenUrl && started) sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch(report)
  }

  function hear(payload: string): void {
    const [, userId, from, where] = REPEAT.exec(payload) ?? []
    if (!userId) look()
    else if (from !== origin && where === schema) for (const repeat of repeaters) repeat(Number(userId))
  }

  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenRepeats(listener) {
      repeaters.add(listener)
      return () => repeaters.delete(listener)
    },
    repeat(userId) {
      for (const repeat of repeaters) repeat(userId)
      tell(`repeat ${userId} ${origin} ${schema}`)
    },
    wake() {
      if (isWoken) return
      isWoken = true
      setImmediate(() => {
        isWoken = false
        look()
        tell(String(seen))
      })
    },
    async start() {
      const row = await db.selectFrom('revision').select('rev').executeTakeFirst()
      seen = row?.rev ?? 0
      if (listenUrl) schema = await schemaOf(db)
      started = true
      if (listenUrl) {
        stopListening = listenTo(listenUrl, hear, report)
        poll = setInterval(look, POLL_MS)
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
