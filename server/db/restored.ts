/**
 * A backup takes the revision back, while devices hold newer records and would take the truth for old (`newer.ts` of the
 * page) until the counter had caught up. It takes the ids back, too: what waits on a device for a person or a record that
 * the backup does not know would be sent as, or to, whoever gets that id next. So a start on a restored database counts on
 * from above all that was ever told.
 */
import type Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { changed } from './feed.ts'
import { asItIs } from './hold.ts'
import { metaOf, setMeta } from './meta.ts'
import type { Db, Dialect, Tables } from './tables.ts'

/** In `meta`: what the database is, for as long as it is itself. */
const HOME = 'home'

/** Marks a copy that was made of the SQLite file: a start on it is one after a restore. README has the same for copies by hand. */
export const markAsBackup = (copy: Database.Database) =>
  copy.prepare('insert or replace into meta (key, value) values (?, ?)').run(HOME, 'backup')

/** Postgres: pg_restore makes the table anew, and a new table has another number. */
async function homeOf(db: Db, dialect: Dialect): Promise<string> {
  if (dialect === 'sqlite') return 'live'
  const { rows } = await sql<{ home: string }>`select 'revision'::regclass::oid::text as home`.execute(db)
  return rows[0]?.home ?? ''
}

/** Whether the database says that it was somewhere else before; from now on it says that it is here. */
async function hasMoved(db: Db, dialect: Dialect): Promise<boolean> {
  const home = await homeOf(db, dialect)
  const known = await metaOf(db, HOME)
  if (known === home) return false
  await setMeta(db, HOME, home)
  // Before its first start under this release it says nothing.
  return known !== undefined
}

const COUNTED_FROM = Date.parse('2026-01-01T00:00:00.000Z')
const FAR = 1_000_000

/**
 * Seconds, as a portal makes fewer changes than one a second: whichever backup is restored, and however often, they are
 * above all before. A busier one is a million ahead, which no backup of these days has missed.
 */
function above(count: number, now: string): number {
  const seconds = Math.floor((Date.parse(now) - COUNTED_FROM) / 1_000)
  return seconds > count ? seconds : count + FAR
}

interface Counter {
  readonly name: string
  /** The last id that it gave, 0 where it gave none. */
  readonly last: number
}

/** What counts the ids of each table, and how it is set: a table of which nothing was ever made has no counter on SQLite. */
const COUNTERS = {
  sqlite: {
    all: sql<Counter>`
      select made.name as name, coalesce(counter.seq, 0) as last from sqlite_schema as made
      left join sqlite_sequence as counter on counter.name = made.name
      where made.type = 'table' and lower(made.sql) like '%autoincrement%'`,
    async set(db: Db, name: string, last: number) {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(db)
    },
  },
  postgres: {
    all: sql<Counter>`
      select name, coalesce(pg_sequence_last_value(name::regclass), 0)::integer as last from (
        select pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) as name
        from information_schema.columns where is_identity = 'YES' and table_schema = current_schema()
      ) as counter`,
    async set(db: Db, name: string, last: number) {
      await sql`select setval(${name}::regclass, ${last})`.execute(db)
    },
  },
} as const

/** An id that was given once is given to nothing else. */
async function giveNewIds(db: Db, dialect: Dialect, now: string): Promise<void> {
  const { all, set } = COUNTERS[dialect]
  const { rows } = await all.execute(db)
  for (const { name, last } of rows) await set(db, name, above(last, now))
}

/** Of Postgres: what is done to every task of a company takes longer than any call, and another server's may come first. */
const LIMITS = ['statement_timeout', 'lock_timeout']

interface Options {
  readonly now: string
  /** The admin says that it was restored. */
  readonly isSaid: boolean
}

/** Answers whether the database was restored since its last start; then all that devices compare is newer than what they hold. */
export function countOnIfRestored(
  { db, dialect }: { db: Kysely<Tables>; dialect: Dialect },
  { now, isSaid }: Options,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') for (const limit of LIMITS) await sql`set local ${sql.raw(limit)} = 0`.execute(tx)
    // The counter's lock: of several servers that start at once, one does it.
    const { rev } = await tx
      .updateTable('revision')
      .set(asItIs('rev'))
      .where('id', '=', 1)
      .returning('rev')
      .executeTakeFirstOrThrow()
    if (!(await hasMoved(tx, dialect)) && !isSaid) return false
    await tx
      .updateTable('revision')
      .set({ rev: above(rev, now) })
      .where('id', '=', 1)
      .execute()
    await giveNewIds(tx, dialect, now)
    // A server that is up already reads its board anew.
    const next = await changed(tx, 'board-list', null, now)
    await tx.updateTable('break_info').set({ rev: next }).execute()
    await tx.updateTable('user_task').set({ rev: next }).execute()
    return true
  })
}
