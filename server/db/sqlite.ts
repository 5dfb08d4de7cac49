/** SQLite as the portal uses it: one connection, compiled statements that are kept, and patience that holds up nobody. */
import { closeSync, existsSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { isBusy } from './errors.ts'
import type { Tables } from './tables.ts'

/** What is asked for again and again; all else may change what those mean. */
const LASTING = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i
const MOST_KEPT = 500
/** A longer one has as many values as it was given rows: it will hardly come again. */
const LONGEST_KEPT = 2_000

/** Keeps compiled statements: compiling one takes longer than most of them run. */
function keepStatements(database: Database.Database): (text: string) => SqliteStatement {
  const kept = new Map<string, Database.Statement>()
  return (text) => {
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
  }
}

/** How long a write waits for another process that has the file locked. Then it is our fault (503), and may be tried again. */
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
  readonly #prepare: (text: string) => SqliteStatement
  readonly #turns = new Turns()

  constructor(database: Database.Database) {
    this.#database = database
    this.#prepare = keepStatements(database)
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
  }

  async commitTransaction(): Promise<void> {
    this.#run('commit', [])
  }

  async rollbackTransaction(): Promise<void> {
    this.#run('rollback', [])
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
    const statement = this.#prepare(text)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

class Dialect extends SqliteDialect {
  readonly #database: Database.Database
  constructor(database: Database.Database) {
    super({ database: database as never })
    this.#database = database
  }
  override createDriver(): Driver {
    return new OneConnection(this.#database)
  }
}

/** Opens the file, made where there is none. */
export function openSqlite(file: string): Kysely<Tables> {
  // Secrets are in it. What SQLite puts beside it has the same mode.
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
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
