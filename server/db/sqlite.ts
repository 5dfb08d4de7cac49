/**
 * SQLite as the portal uses it: one connection, cached compiled statements, and waiting for locks without blocking the
 * thread.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { isBusy } from './errors.ts'
import type { Db, Tables } from './tables.ts'

/** Statements worth caching. All others may change the schema, and so the meaning of cached ones. */
const CACHEABLE = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i
const MAX_CACHED = 500
/** Longer statements have a parameter for each of their rows and hardly recur. */
const MAX_CACHED_LENGTH = 2_000

/** The tables that decide about rights. A change of one invalidates what was remembered of them. */
const RIGHTS_TABLES = ['user', 'session']
/** Statements that write nothing. */
const READ_ONLY = /^(select|begin|commit|savepoint|release|pragma)\b/i
/** Writing when a session was last seen changes no rights, and with a thousand people happens many times a second. */
const LAST_SEEN_UPDATE = /^update "session" set "last_seen_at" = \? where/
const WRITTEN_TABLE = /^(?:insert into|update|delete from) "?(\w+)"?/i

/** Whether a statement may change rights; assumed of statements that are not recognised. */
function touchesRights(text: string): boolean {
  const table = WRITTEN_TABLE.exec(text)?.[1]
  return !READ_ONLY.test(text) && !LAST_SEEN_UPDATE.test(text) && (table === undefined || RIGHTS_TABLES.includes(table))
}

interface CachedStatement {
  readonly statement: SqliteStatement
  readonly touchesRights: boolean
}

/** Caches compiled statements: compiling one takes longer than most of them run. */
function cacheStatements(database: Database.Database): (text: string) => CachedStatement {
  const kept = new Map<string, CachedStatement>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    const made = { statement: database.prepare(text), touchesRights: touchesRights(text) }
    if (!CACHEABLE.test(text)) kept.clear()
    else if (text.length <= MAX_CACHED_LENGTH) {
      const [oldest] = kept.keys()
      if (kept.size >= MAX_CACHED && oldest !== undefined) kept.delete(oldest)
      kept.set(text, made)
    }
    return made
  }
}

/**
 * How long a statement waits while another process has the file locked. After that the request fails with 503, and may be
 * repeated.
 */
const LOCK_WAIT_MS = 5_000
const LOCK_RETRY_MS = 20

/** A fair mutex: grants turns in the order of arrival. */
class Mutex {
  #last: Promise<void> = Promise.resolve()
  #end: () => void = () => {}

  acquire(): Promise<void> {
    const previous = this.#last
    const { promise, end } = ending()
    this.#last = promise
    return previous.then(() => {
      this.#end = end
    })
  }

  release(): void {
    this.#end()
  }
}

function ending(): { promise: Promise<void>; end: () => void } {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end }
}

/**
 * The single connection. A transaction takes the write lock as it begins, so nothing in it fails because of another writer.
 * While it waits for that lock, other queries may run.
 */
class OneConnection implements Driver, DatabaseConnection {
  readonly #database: Database.Database
  readonly #prepare: (text: string) => CachedStatement
  readonly #version: Database.Statement
  /** Grows with each of our statements that may change rights, rolled back or not. */
  #changes = 0
  #remembered = { version: '', what: new Map<string, unknown>() }
  #isTransacting = false
  readonly #turns = new Mutex()

  constructor(database: Database.Database) {
    this.#database = database
    this.#prepare = cacheStatements(database)
    this.#version = database.prepare('pragma data_version').pluck()
  }

  /** Returns a cache that is emptied whenever rights may have changed: by this process, or by any write of another one. */
  rightsCache(): Map<string, unknown> {
    const version = `${this.#changes} ${this.#version.get()}`
    if (version !== this.#remembered.version) this.#remembered = { version, what: new Map() }
    return this.#remembered.what
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.acquire()
    return this
  }

  async releaseConnection(): Promise<void> {
    this.#turns.release()
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }

  async beginTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#isTransacting = true
  }

  async commitTransaction(): Promise<void> {
    try {
      this.#run('commit', [])
      this.#isTransacting = false
    } catch (error) {
      // On a full disk SQLite may have rolled back by itself.
      this.#changes += 1
      throw error
    }
  }

  async rollbackTransaction(): Promise<void> {
    this.#isTransacting = false
    // SQLite may have rolled back by itself, as on a full disk. A second rollback would fail and hide the original error.
    if (this.#database.inTransaction) this.#run('rollback', [])
    else this.#changes += 1
  }

  async savepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    this.#run(`savepoint "${name}"`, [])
  }

  async rollbackToSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    this.#run(`rollback to "${name}"`, [])
  }

  async releaseSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    this.#run(`release "${name}"`, [])
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // After a rollback by SQLite itself, each further statement would be committed on its own.
    if (this.#isTransacting && !this.#database.inTransaction) throw new Error('The transaction is over.')
    const begin = performance.now()
    for (;;) {
      try {
        return this.#run(sql, parameters)
      } catch (error) {
        const isLate = performance.now() - begin > LOCK_WAIT_MS
        if (!isBusy(error) || this.#database.inTransaction || isLate) throw error
      }
      this.#turns.release()
      await sleep(LOCK_RETRY_MS)
      await this.#turns.acquire()
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here reads row by row
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in parts.')
  }

  #run<R>(text: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, touchesRights } = this.#prepare(text)
    if (touchesRights) this.#changes += 1
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/** An adapter that knows its connection. Every query has access to its adapter, within a transaction too. */
class Adapter extends SqliteAdapter {
  readonly connection: OneConnection
  constructor(connection: OneConnection) {
    super()
    this.connection = connection
  }
}

class SingleConnectionDialect extends SqliteDialect {
  readonly #connection: OneConnection
  constructor(database: Database.Database) {
    super({ database: database as never })
    this.#connection = new OneConnection(database)
  }
  override createDriver(): Driver {
    return this.#connection
  }
  override createAdapter(): Adapter {
    return new Adapter(this.#connection)
  }
}

/**
 * Returns a cache for what was read of sessions and people, emptied when that may have changed. Get it before reading. Null
 * on Postgres, where other servers may change them unnoticed.
 */
export function rightsCache<T>(db: Db): Map<string, T> | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? (adapter.connection.rightsCache() as Map<string, T>) : null
}

/**
 * Restricts the file to its owner and group, since it contains secrets. A restored copy may be readable by all; a group is
 * the admin's own choice.
 */
function restrictAccess(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  // SQLite gives the files beside it the same mode.
  for (const each of ['', '-wal', '-shm'].map((end) => file + end)) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0
    try {
      if (mode & 0o007) chmodSync(each, mode & 0o770)
    } catch {
      // The file belongs to another account, so its mode cannot be set.
    }
  }
}

/** Opens the file, and creates it if there is none. */
export function openSqlite(file: string): Kysely<Tables> {
  if (file !== ':memory:') restrictAccess(file)
  const database = new Database(file)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  // FULL: a write that was answered survives a power cut.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // From here on SQLite itself does not wait: that would block the only thread.
  database.pragma('busy_timeout = 0')
  return new Kysely<Tables>({ dialect: new SingleConnectionDialect(database) })
}
