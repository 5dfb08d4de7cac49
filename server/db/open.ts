/** Opens the database: SQLite in a file (or in memory), or Postgres by its URL (design.md §4). */
import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
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

function openSqlite(file: string): Kysely<Tables> {
  // Secrets are in it. What SQLite puts beside it has the same mode.
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  // FULL: an answered write outlives a power cut.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
}

function openPostgres(connectionString: string): Kysely<Tables> {
  const pool = new pg.Pool({ connectionString, max: 10, statement_timeout: 5_000, lock_timeout: 2_000 })
  // An idle connection that breaks is replaced at the next query; unheard, it would end the process.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** `where`: a `postgres://` URL, or SQLite's file (`:memory:` for none). */
export function openDatabase(where: string): OpenDatabase {
  return /^postgres(ql)?:\/\//.test(where)
    ? { db: openPostgres(where), dialect: 'postgres' }
    : { db: openSqlite(where), dialect: 'sqlite' }
}
