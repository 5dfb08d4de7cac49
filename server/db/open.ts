/** Opens the database: SQLite in a file (or in memory), or Postgres by its URL. */
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isReadOnly } from './errors.ts'
import { openSqlite } from './sqlite.ts'
import type { Dialect, Tables } from './tables.ts'

/** Postgres answers int8 and numeric as text; every number of ours fits a double. */
const INT8 = 20
const NUMERIC = 1700
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export interface OpenDatabase {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
}

/** A server that lives answers sooner, if only that a statement took too long. */
const ANSWERS_WITHIN_MS = 8_000
const STATEMENT_MS = 5_000

/** How a connection notices that the other end has gone without a word: with nothing on its way the system asks for it. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

interface Options {
  /** Postgres: null waits for ever, as for a migration. */
  readonly answersWithinMs?: number | null
}

/** Connections to a database that takes no change: after a failover the new primary is behind another one. */
const readOnly = new WeakSet<object>()

/** A client that gives its connection up where nothing is answered: the system would send again and again for minutes. */
const clientThatAnswers = (withinMs: number | null): typeof pg.Client =>
  class extends pg.Client {
    /** Takes and answers what the driver's own does, in each of its forms. */
    override query(...asked: unknown[]): never {
      const { connection } = this as unknown as { connection: { stream: Socket } }
      const silence = Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })
      const silent = () => connection.stream.destroy(silence)
      const timer = withinMs === null ? undefined : setTimeout(silent, withinMs)
      const answer = (super.query as (...asked: unknown[]) => unknown)(...asked)
      const look = (error: unknown) => void (isReadOnly(error) && readOnly.add(this))
      if (answer instanceof Promise) answer.catch(look).finally(() => clearTimeout(timer))
      else clearTimeout(timer)
      return answer as never
    }
  }

function openPostgres(connectionString: string, answersWithinMs: number | null): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    ...KEEP_ALIVE,
    max: 10,
    // Of a host that is silent, and of connections that are all in use, nobody waits for ever.
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_MS,
    lock_timeout: 2_000,
    // A server that stands still in the middle of a change holds the revision, for which all the others wait.
    idle_in_transaction_session_timeout: 10_000,
    Client: clientThatAnswers(answersWithinMs),
  })
  // A connection that breaks is replaced at the next query, and what ran on it fails; unheard, it would end the process:
  // idle ones the pool tells of, those in use do it themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // One that ends is not lent again.
  pool.on('release', (_error, client) => void (readOnly.has(client) && (client as pg.PoolClient & pg.Client).end()))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** `where`: a `postgres://` URL, or SQLite's file (`:memory:` for none). */
export function openDatabase(where: string, { answersWithinMs = ANSWERS_WITHIN_MS }: Options = {}): OpenDatabase {
  return /^postgres(ql)?:\/\//.test(where)
    ? { db: openPostgres(where, answersWithinMs), dialect: 'postgres' }
    : { db: openSqlite(where), dialect: 'sqlite' }
}
