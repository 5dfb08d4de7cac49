/** Opens the database: SQLite in a file (or in memory), or Postgres by its URL. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Dialect } from '../deps.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** Postgres answers int8 and numeric as text; every number of ours fits a double. */
const INT8 = 20
const NUMERIC = 1700
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export interface OpenDatabase {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
}

function openPostgres(connectionString: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    // Of a host that is silent, and of connections that are all in use, nobody waits for ever.
    connectionTimeoutMillis: 10_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    // A server that stands still in the middle of a change holds the revision, for which all the others wait.
    idle_in_transaction_session_timeout: 10_000,
  })
  // A connection that breaks is replaced at the next query, and what ran on it fails; unheard, it would end the process:
  // idle ones the pool tells of, those in use do it themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** `where`: a `postgres://` URL, or SQLite's file (`:memory:` for none). */
export function openDatabase(where: string): OpenDatabase {
  return /^postgres(ql)?:\/\//.test(where)
    ? { db: openPostgres(where), dialect: 'postgres' }
    : { db: openSqlite(where), dialect: 'sqlite' }
}
