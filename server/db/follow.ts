/**
 * Follows the change feed: every listener receives every committed change once, in commit order. On SQLite the writer wakes
 * the follower in this process; on Postgres NOTIFY wakes those of other processes, and a poll catches lost notifications.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { latestRev } from './feed.ts'
import { listenTo } from './listen.ts'
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

type FeedListener = (changes: readonly FeedChange[]) => void

export interface Feed {
  /** Subscribes to the changes from now on. Returns how to unsubscribe. */
  listen(listener: FeedListener): () => void
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
/** The delay before a failed read is retried. */
const RETRY_MS = 1_000
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

const changesAfter = prepared((db, { rev }: { rev: number }) =>
  db.selectFrom('change').selectAll().where('rev', '>', rev).orderBy('rev').limit(BATCH),
)

async function schemaOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** Reads new changes from a revision on, one read at a time, and passes them on. */
class FeedReader {
  readonly #db: Kysely<Tables>
  readonly #pass: FeedListener
  readonly #report: (error: unknown) => void
  readonly #onRead: () => void
  #lastRev = 0
  #isRunning = false
  #isRequested = false
  #reading: Promise<void> | null = null
  #retry: NodeJS.Timeout | undefined

  constructor({ db, report, onRead }: Required<Omit<Options, 'listenUrl'>>, pass: FeedListener) {
    this.#db = db
    this.#report = report
    this.#onRead = onRead
    this.#pass = pass
  }

  start(rev: number): void {
    this.#lastRev = rev
    this.#isRunning = true
  }

  /** Requests a read. A request during a read causes one more. Ignored before the start and after the stop. */
  readonly request = (): void => {
    if (!this.#isRunning) return
    this.#isRequested = true
    this.#reading ??= this.#read()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#retry)
    await this.#reading
  }

  async #read(): Promise<void> {
    try {
      while (this.#isRequested && this.#isRunning) {
        this.#isRequested = false
        await this.#readNew()
      }
      this.#onRead()
    } catch (error) {
      if (!this.#isRunning) return
      this.#report(error)
      // On SQLite nothing but the next write would trigger another read. Only one retry is pending at a time.
      clearTimeout(this.#retry)
      this.#retry = setTimeout(this.request, RETRY_MS).unref()
    } finally {
      this.#reading = null
    }
  }

  async #readNew(): Promise<void> {
    for (;;) {
      const changes = await changesAfter(this.#db, { rev: this.#lastRev })
      const last = changes.at(-1)
      if (!last) return
      this.#lastRev = last.rev
      this.#pass(changes)
      if (changes.length < BATCH) return
    }
  }
}

/** Creates a follower of the feed. It reads nothing before `start`. */
export function followFeed({ db, listenUrl, report = () => {}, onRead = () => {} }: Options): Feed {
  const listeners = new Set<FeedListener>()
  const repeatListeners = new Set<(userId: number) => void>()
  /**
   * Identifies this process. A server receives its own notifications too, and those of portals in other schemas of the
   * database.
   */
  const origin = randomUUID()
  let schema = ''
  let isWoken = false
  let poll: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined

  const reader = new FeedReader({ db, report, onRead }, (changes) => {
    for (const listener of listeners) {
      try {
        listener(changes)
      } catch (error) {
        // One failing listener must not keep the change from the others. It is not retried.
        report(error)
      }
    }
  })

  const notifyServers = (payload: string) => {
    if (stopListening) sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch(report)
  }

  function onPayload(payload: string): void {
    const [, userId, from, where] = REPEAT.exec(payload) ?? []
    if (!userId) reader.request()
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
        reader.request()
        // Says only that there is something to read.
        notifyServers('')
      })
    },
    async start() {
      reader.start(await latestRev(db))
      if (!listenUrl) return
      schema = await schemaOf(db)
      stopListening = listenTo(listenUrl, { channel: CHANNEL, onPayload, report })
      poll = setInterval(reader.request, POLL_MS).unref()
    },
    async stop() {
      clearInterval(poll)
      const isRead = reader.stop()
      const listening = stopListening?.()
      stopListening = undefined
      await listening
      await isRead
    },
  }
}
