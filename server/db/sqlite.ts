/** SQLite as the portal uses it: one connection, compiled statements that are kept, and patience that holds up nobody. */
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

/** What is asked for again and again; all else may change what those mean. */
const LASTING = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i
const MOST_KEPT = 500
/** A longer one has as many values as it was given rows: it will hardly come again. */
const LONGEST_KEPT = 2_000

/** Says who may do what: a change of one of these ends whatever was remembered of it. */
const OF_RIGHTS = ['user', 'session']
/** What changes nothing at all. */
const READING = /^(select|begin|commit|savepoint|release|pragma)\b/i
/** That a session was seen again ends nothing; of a thousand people it is noted many times a second. */
const SEEN = /^update "session" set "last_seen_at" = \? where/
const WRITTEN = /^(?:insert into|update|delete from) "?(\w+)"?/i

/** Whether a statement may change rights; one that is not understood may. */
function touchesRights(text: string): boolean {
  const table = WRITTEN.exec(text)?.[1]
  return !READING.test(text) && !SEEN.test(text) && (table === undefined || OF_RIGHTS.includes(table))
}

interface Kept {
  readonly statement: SqliteStatement
  readonly touchesRights: boolean
}

/** Keeps compiled statements: compiling one takes longer than most of them run. */
function keepStatements(database: Database.Database): (text: string) => Kept {
  const kept = new Map<string, Kept>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    const made = { statement: database.prepare(text), touchesRights: touchesRights(text) }
    if (!LASTING.test(text)) kept.clear()
    else if (text.length <= LONGEST_KEPT) {
      const [oldest] = kept.keys()
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(text, made)
    }
    return made
  }
}

/** How long a write waits for another process that has the file locked. After that the request fails with 503, and may be repeated. */
const PATIENCE_MS = 5_000
const TRY_AGAIN_MS = 20

/** One after the other, in the order in which they came. */
class Turns {
  #last: Promise<void> = Promise.resolve()
  #end: () => void = () => {}

  take(): Promise<void> {
    const mine = this.#last
    const { promise, end } = ending()
    this.#last = promise
    return mine.then(() => {
      this.#end = end
    })
  }

  give(): void {
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
 * The one connection. A transaction takes the write lock as it begins, so that nothing in it is ever refused for
 * another's sake; who has to wait for that lock lets the others read meanwhile.
 */
class OneConnection implements Driver, DatabaseConnection {
  readonly #database: Database.Database
  readonly #prepare: (text: string) => Kept
  readonly #version: Database.Statement
  /** Grows with each of our own statements that may change rights; taken back or not. */
  #changes = 0
  #remembered = { version: '', what: new Map<string, unknown>() }
  #isTransacting = false
  readonly #turns = new Turns()

  constructor(database: Database.Database) {
    this.#database = database
    this.#prepare = keepStatements(database)
    this.#version = database.prepare('pragma data_version').pluck()
  }

  /** Empty whenever rights may have changed: by us, or by another process, whatever it was that it changed. */
  whileRightsLast(): Map<string, unknown> {
    const version = `${this.#changes} ${this.#version.get()}`
    if (version !== this.#remembered.version) this.#remembered = { version, what: new Map() }
    return this.#remembered.what
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    return this
  }

  async releaseConnection(): Promise<void> {
    this.#turns.give()
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
      // On a disk that is full SQLite may have rolled back by itself.
      this.#changes += 1
      throw error
    }
  }

  async rollbackTransaction(): Promise<void> {
    this.#isTransacting = false
    // Where SQLite has done so by itself, as on a disk that is full, what is told is why it did.
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
    // What SQLite has ended by itself takes nothing more: each statement would be committed alone.
    if (this.#isTransacting && !this.#database.inTransaction) throw new Error('The transaction is over.')
    const begin = performance.now()
    for (;;) {
      try {
        return this.#run(sql, parameters)
      } catch (error) {
        const isLate = performance.now() - begin > PATIENCE_MS
        if (!isBusy(error) || this.#database.inTransaction || isLate) throw error
      }
      this.#turns.give()
      await sleep(TRY_AGAIN_MS)
      await this.#turns.take()
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

/** Every query, in a transaction or not, comes by it: so a transaction knows its connection. */
class Adapter extends SqliteAdapter {
  readonly connection: OneConnection
  constructor(connection: OneConnection) {
    super()
    this.connection = connection
  }
}

class Dialect extends SqliteDialect {
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
 * Holds what was read of sessions and people for as long as it is so; take it before you read. Null where that cannot be
 * known: other servers of a Postgres change them too.
 */
export function whileRightsLast<T>(db: Db): Map<string, T> | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? (adapter.connection.whileRightsLast() as Map<string, T>) : null
}

/** Secrets are in it. A copy that was put in its place may be for everybody to read; a group is the admin's own choice. */
function keepFromOthers(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  // What SQLite puts beside it has the same mode.
  for (const each of ['', '-wal', '-shm'].map((end) => file + end)) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0
    try {
      if (mode & 0o007) chmodSync(each, mode & 0o770)
    } catch {
      // Another account's file, which this one may write: its modes are not ours to set.
    }
  }
}

/** Opens the file, made where there is none. */
export function openSqlite(file: string): Kysely<Tables> {
  if (file !== ':memory:') keepFromOthers(file)
  const database = new Database(file)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  // FULL: an answered write outlives a power cut.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // From now on nobody waits in this thread, which is everybody's.
  database.pragma('busy_timeout = 0')
  return new Kysely<Tables>({ dialect: new Dialect(database) })
}
