/**
 * Moves the counters of a restored database forward. A backup takes the revision back while devices hold newer records, so
 * they would take the truth for outdated (`newer.ts` of the page) until the counter caught up. It takes the ids back as
 * well: changes that wait on a device for a person or record unknown to the backup would be sent as, or to, the next one to
 * get that id. So a start on a restored database continues above everything ever handed out.
 */
import type Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { lockRevision, recordChange } from './feed.ts'
import { metaOf, setMeta } from './meta.ts'
import type { Db, Dialect, Tables } from './tables.ts'

/** Key in `meta`: identifies the live database, so that a copy of it is recognised. */
const HOME = 'home'

/**
 * Marks a copy of the SQLite file, so that a start on it counts as one after a restore. README does the same for manual
 * copies.
 */
export const markAsBackup = (copy: Database.Database) =>
  copy.prepare('insert or replace into meta (key, value) values (?, ?)').run(HOME, 'backup')

/** Returns the unique number of the Postgres cluster, `''` where an admin has revoked the right to read it. */
async function clusterOf(db: Db): Promise<string> {
  const { rows: allowed } = await sql<{ may: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as may`.execute(db)
  if (!allowed[0]?.may) return ''
  const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db)
  return rows[0]?.id ?? ''
}

/**
 * Returns what identifies the live database. On Postgres that is a table's oid: pg_restore recreates the table, with a new
 * one. And the cluster, since restores into new clusters get the same oids.
 */
async function homeOf(db: Db, dialect: Dialect): Promise<string> {
  if (dialect === 'sqlite') return 'live'
  const { rows } = await sql<{ oid: string }>`select 'revision'::regclass::oid::text as oid`.execute(db)
  return `${rows[0]?.oid} ${await clusterOf(db)}`
}

/** Whether the database was moved or copied since its last start. Records its present identity. */
async function hasMoved(db: Db, dialect: Dialect): Promise<boolean> {
  const home = await homeOf(db, dialect)
  const known = await metaOf(db, HOME)
  if (known === home) return false
  await setMeta(db, HOME, home)
  // Unknown before the first start under a release with this check; earlier releases recorded the oid alone.
  return known !== undefined && known !== home.split(' ')[0]
}

const COUNTED_FROM = Date.parse('2026-01-01T00:00:00.000Z')
const FAR_AHEAD = 1_000_000

/**
 * Returns a number above all that were handed out before: the seconds since 2026. As a portal makes fewer changes than one
 * a second, this holds whichever backup is restored, and however often. For a busier portal it is a million above the
 * backup's, more than one of these days can have missed.
 */
function above(count: number, now: string): number {
  const seconds = Math.floor((Date.parse(now) - COUNTED_FROM) / 1_000)
  return seconds > count ? seconds : count + FAR_AHEAD
}

interface Counter {
  readonly name: string
  /** The last id handed out, 0 if none. */
  readonly last: number
}

/** How to read and set the id counters of all tables. On SQLite a table that never had a row has no counter yet. */
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

/** Advances all id counters, so that no id is handed out twice. */
async function advanceIdCounters(db: Db, dialect: Dialect, now: string): Promise<void> {
  const { all, set } = COUNTERS[dialect]
  const { rows } = await all.execute(db)
  for (const { name, last } of rows) await set(db, name, above(last, now))
}

/**
 * Postgres timeouts to lift: updating every task of a company takes longer than any call, and another server may hold the
 * lock.
 */
const LIMITS = ['statement_timeout', 'lock_timeout']

interface Options {
  readonly now: string
  /** Whether the admin says that the database was restored. */
  readonly isDeclared: boolean
}

/**
 * Advances the counters if the database was restored since its last start, and makes all records that devices compare newer
 * than what they hold. Returns whether it did.
 */
export function advanceCountersIfRestored(
  { db, dialect }: { db: Kysely<Tables>; dialect: Dialect },
  { now, isDeclared }: Options,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') for (const limit of LIMITS) await sql`set local ${sql.raw(limit)} = 0`.execute(tx)
    // Of several servers that start at once, only one does this.
    const rev = await lockRevision(tx)
    if (!(await hasMoved(tx, dialect)) && !isDeclared) return false
    await tx
      .updateTable('revision')
      .set({ rev: above(rev, now) })
      .where('id', '=', 1)
      .execute()
    await advanceIdCounters(tx, dialect, now)
    // Makes servers that are already running read their board anew.
    const next = await recordChange(tx, 'board-list', null, now)
    await tx.updateTable('break_info').set({ rev: next }).execute()
    await tx.updateTable('user_task').set({ rev: next }).execute()
    return true
  })
}
