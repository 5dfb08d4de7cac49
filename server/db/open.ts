/** Opens the database: SQLite in a file (or in memory), or Postgres by URL. */
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isReadOnly } from './errors.ts'
import { openSqlite } from './sqlite.ts'
import type { Dialect, Tables } from './tables.ts'

/** The driver returns int8 and numeric as text; every number of the portal fits a double. */
const INT8 = 20
const NUMERIC = 1700
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export interface OpenDatabase {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
}

/** A live server answers within this time, if only with a statement timeout, which comes sooner. */
const ANSWERS_WITHIN_MS = 8_000
const STATEMENT_MS = 5_000

/** Lets a connection notice that the other end has vanished: the system probes an idle connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

interface Options {
  /** Postgres only; null waits without limit, as for a migration. */
  readonly answersWithinMs?: number | null
}

/**
 * Connections to a database that takes no writes. They are replaced: after a failover new connections reach the new
 * primary.
 */
const readOnly = new WeakSet<object>()

/** A client that destroys its connection when no answer comes: the system would retransmit for minutes. */
const clientThatAnswers = (withinMs: number | null): typeof pg.Client =>
  class extends pg.Client {
    /** Has the signature of the driver's own `query`, in each of its forms. */
    override query(...asked: unknown[]): never {
      const { connection } = this as unknown as { connection: { stream: Socket } }
      const silence = Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })
      const giveUp = () => connection.stream.destroy(silence)
      const timer = withinMs === null ? undefined : setTimeout(giveUp, withinMs)
      const answer = (super.query as (...asked: unknown[]) => unknown)(...asked)
      const noteReadOnly = (error: unknown) => void (isReadOnly(error) && readOnly.add(this))
      if (answer instanceof Promise) answer.catch(noteReadOnly).finally(() => clearTimeout(timer))
      else clearTimeout(timer)
      return answer as never
    }
  }

/**
 * Asks for the isolation that every transaction here is written for, whatever the database's own default is. Options in
 * the URL come later, and so win.
 */
function readCommitted(connectionString: string): string {
  const url = new URL(connectionString)
  const own = url.searchParams.get('options') ?? ''
  url.searchParams.set('options', `-c default_transaction_isolation=read\\ committed ${own}`.trim())
  return url.href
}

function openPostgres(connectionString: string, answersWithinMs: number | null): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: readCommitted(connectionString),
    ...KEEP_ALIVE,
    max: 10,
    // Wait neither for a silent host nor for a free connection without limit.
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_MS,
    lock_timeout: 2_000,
    // A server that stalls within a change holds the revision's lock, which all others wait for.
    idle_in_transaction_session_timeout: 10_000,
    Client: clientThatAnswers(answersWithinMs),
  })
  // A broken connection is replaced at the next query, and the query on it fails. Without these listeners its error event
  // would end the process: the pool emits it for idle connections, clients in use emit it themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // The pool does not lend a connection that is ending.
  pool.on('release', (_error, client) => void (readOnly.has(client) && (client as pg.PoolClient & pg.Client).end()))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Opens a database. `where`: a `postgres://` URL, or the path of a SQLite file (`:memory:` for none). */
export function openDatabase(where: string, { answersWithinMs = ANSWERS_WITHIN_MS }: Options = {}): OpenDatabase {
  return /^postgres(ql)?:\/\//.test(where)
    ? { db: openPostgres(where, answersWithinMs), dialect: 'postgres' }
    : { db: openSqlite(where), dialect: 'sqlite' }
}
