/** Opens the database: SQLite in a file (or in memory), or Postgres by its URL. */
import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Dialect } from '../deps.ts'
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

/** What is asked for again and again; all else may change what those mean. */
const LASTING = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i
const MOST_KEPT = 500
/** A longer one has as many values as it was given rows: it will hardly come again. */
const LONGEST_KEPT = 2_000

/** Keeps compiled statements: compiling one takes longer than most of them run. */
function keepStatements(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, Database.Statement>()
  return {
    close: () => void database.close(),
    prepare(text) {
      const known = kept.get(text)
      if (known) return known
      const made = database.prepare(text)
      if (!LASTING.test(text)) kept.clear()
      else if (text.length <= LONGEST_KEPT) {
        const [oldest] = kept.keys()
        if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
        kept.set(text, made)
      }
      return made
    },
  }
}

function openSqlite(file: string): Kysely<Tables> {
  // Secrets are in it. What SQLite puts beside it has the same mode.
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  // FULL: an answered write outlives a power cut.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(database) }) })
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
