/**
 * Copies the SQLite file once a day into `backups/` beside it and keeps the copies of seven days. The copy is made page by
 * page while the portal works. A Postgres is backed up by its operator.
 */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../lib/instants.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { damageOf } from './damage.ts'
import { markAsBackup } from './restored.ts'
import type { Dialect, Tables } from './tables.ts'

const KEPT_DAYS = 7
/** Pages copied per step: between two steps the portal serves requests. */
const PAGES_AT_ONCE = 500

interface BackupSource {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
}

/** Returns the path of the SQLite file; null on Postgres or for a database in memory. */
export async function sqliteFile({ db, dialect }: BackupSource): Promise<string | null> {
  if (dialect !== 'sqlite') return null
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file || null
}

const folderOf = (file: string) => join(dirname(file), 'backups')
/** Not every file system allows colons in file names. */
const nameOf = (instant: string) => `foyer-${instant.slice(0, 19).replaceAll(':', '-')}.sqlite`
const NAME = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.sqlite$/
const UNFINISHED = 'unfinished.sqlite'

/** Returns the instants of the existing copies, oldest first. */
function copiesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, date, hour, minute, second] = NAME.exec(name) ?? []
      return date ? [`${date}T${hour}:${minute}:${second}.000Z`] : []
    })
    .sort()
}

/**
 * Returns when the last copy was made. One from the future was made while the clock was wrong, and does not count as a copy
 * of today.
 */
const lastIn = (folder: string, now: string) => copiesIn(folder).findLast((instant) => instant <= now)

/** Returns when the last copy was made; null if there is none. */
export async function lastBackup(source: BackupSource, now: string): Promise<string | null> {
  const file = await sqliteFile(source)
  return file ? (lastIn(folderOf(file), now) ?? null) : null
}

async function copy(file: string, folder: string, now: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  const clear = () => {
    // An interrupted copy may have left its journal, which SQLite would apply to the new one.
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + rest, { force: true })
  }
  clear()
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      // Hold a read transaction, so that the whole backup reads one snapshot: otherwise SQLite restarts it with every
      // write.
      database.exec('begin; select count(*) from sqlite_schema')
      await database.backup(unfinished, { progress: () => PAGES_AT_ONCE })
    } finally {
      database.close()
    }
    const made = new Database(unfinished)
    try {
      markAsBackup(made)
    } finally {
      made.close()
    }
    const damage = await damageOf(unfinished)
    // A copy of a damaged database would displace an older, sound one.
    if (damage) throw Object.assign(new Error(`The database is damaged: ${damage}`), { code: 'SQLITE_CORRUPT' })
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, join(folder, nameOf(now)))
  } finally {
    // On a full disk an unfinished copy would take up the portal's last space.
    clear()
  }
}

/**
 * Chooses the copies to keep: the first and the last of each of the seven days nearest to now that have copies. A release
 * that fails to start makes a copy each time, so the copies of one day must not displace others. Days are counted, not
 * aged: a portal that did not run for weeks does not begin by deleting all of its backups.
 */
function keptOf(copies: readonly string[], now: string): Set<string> {
  const dayOf = (instant: string) => instant.slice(0, 10)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(dayOf(now)))
  const days = [...new Set(copies.map(dayOf))].sort((one, other) => distance(one) - distance(other)).slice(0, KEPT_DAYS)
  const ends = (day: string) => {
    const ofDay = copies.filter((copy) => dayOf(copy) === day)
    return [ofDay[0], ofDay.at(-1)]
  }
  return new Set(days.flatMap(ends).filter((copy) => copy !== undefined))
}

/**
 * Makes a copy if the last one is a day old, or with `inAnyCase` always, and deletes old copies. Throws if the copy fails
 * or the database is damaged; the existing copies then stay.
 */
export async function backUp(source: BackupSource, now: string, { inAnyCase = false } = {}): Promise<void> {
  const file = await sqliteFile(source)
  if (!file) return
  const folder = folderOf(file)
  // The copies are as confidential as the database itself.
  makeFolder(folder, 0o700)
  const last = lastIn(folder, now)
  if (inAnyCase || last === undefined || Date.parse(now) - Date.parse(last) >= DAY_MS) await copy(file, folder, now)
  const copies = copiesIn(folder)
  const kept = keptOf(copies, now)
  for (const copy of copies) if (!kept.has(copy)) rmSync(join(folder, nameOf(copy)), { force: true })
}
