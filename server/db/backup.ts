/**
 * A copy of the SQLite file once a day, beside it in `backups/`, of which those of seven days are kept. Made page by page
 * while the portal works. Postgres is backed up by whoever runs it.
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
/** Copied in one go: between two, the portal answers. */
const PAGES_AT_ONCE = 500

interface Source {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
}

/** Null where there is none: Postgres, or a database in memory. */
export async function sqliteFile({ db, dialect }: Source): Promise<string | null> {
  if (dialect !== 'sqlite') return null
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file || null
}

const folderOf = (file: string) => join(dirname(file), 'backups')
/** Colons are no part of a file's name everywhere. */
const nameOf = (instant: string) => `foyer-${instant.slice(0, 19).replaceAll(':', '-')}.sqlite`
const NAME = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.sqlite$/
const UNFINISHED = 'unfinished.sqlite'

/** The instants of the copies that are there, oldest first. */
function copiesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, date, hour, minute, second] = NAME.exec(name) ?? []
      return date ? [`${date}T${hour}:${minute}:${second}.000Z`] : []
    })
    .sort()
}

/** The last copy. One from the future was made while the clock was wrong: it stands for none of today. */
const lastIn = (folder: string, now: string) => copiesIn(folder).findLast((instant) => instant <= now)

/** When the last copy was made; null where there is none. */
export async function lastBackup(source: Source, now: string): Promise<string | null> {
  const file = await sqliteFile(source)
  return file ? (lastIn(folderOf(file), now) ?? null) : null
}

async function copy(file: string, folder: string, now: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  const clear = () => {
    // One that was cut off may have left its log, which is not to be taken for that of the new one.
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + rest, { force: true })
  }
  clear()
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      // It reads the database as it is now, to the end: SQLite would begin anew with every write meanwhile.
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
    // A copy of it would take the place of one from before.
    if (damage) throw Object.assign(new Error(`The database is damaged: ${damage}`), { code: 'SQLITE_CORRUPT' })
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, join(folder, nameOf(now)))
  } finally {
    // On a disk that is full the half of a copy would take the portal the rest of it.
    clear()
  }
}

/**
 * Of the seven nearest days that have copies the first and the last: a release that fails to start makes one each time, and
 * takes nothing away with it. By their number: a portal that stood still for weeks does not begin with forgetting all that
 * it had.
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
 * Makes a copy where the last one is a day old, or in any case. Throws where it cannot be made, or the database is damaged;
 * then the copies that there are stay.
 */
export async function backUp(source: Source, now: string, { inAnyCase = false } = {}): Promise<void> {
  const file = await sqliteFile(source)
  if (!file) return
  const folder = folderOf(file)
  // What is in it is as secret as the database itself.
  makeFolder(folder, 0o700)
  const last = lastIn(folder, now)
  if (inAnyCase || last === undefined || Date.parse(now) - Date.parse(last) >= DAY_MS) await copy(file, folder, now)
  const copies = copiesIn(folder)
  const kept = keptOf(copies, now)
  for (const copy of copies) if (!kept.has(copy)) rmSync(join(folder, nameOf(copy)), { force: true })
}
