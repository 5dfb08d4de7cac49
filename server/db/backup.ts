/**
 * A copy of the SQLite file once a day, beside it in `backups/`, of which seven are kept. Made page by page while the
 * portal works. Postgres is backed up by whoever runs it.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../deps.ts'
import { DAY_MS } from '../instants.ts'
import { makeFolder } from '../make-folder.ts'
import { markAsBackup } from './restored.ts'
import type { Tables } from './tables.ts'

const KEPT = 7
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
    renameSync(unfinished, join(folder, nameOf(now)))
  } finally {
    // On a disk that is full the half of a copy would take the portal the rest of it.
    clear()
  }
}

/** Makes a copy where the last one is a day old, or in any case, and keeps the seven that are nearest. */
export async function backUp(source: Source, now: string, { inAnyCase = false } = {}): Promise<void> {
  const file = await sqliteFile(source)
  if (!file) return
  const folder = folderOf(file)
  // What is in it is as secret as the database itself.
  makeFolder(folder, 0o700)
  const age = (instant: string) => Date.parse(now) - Date.parse(instant)
  const last = lastIn(folder, now)
  if (inAnyCase || last === undefined || age(last) >= DAY_MS) await copy(file, folder, now)
  // By their number: a portal that stood still for weeks does not begin with forgetting all that it had.
  const nearest = copiesIn(folder).sort((one, other) => Math.abs(age(one)) - Math.abs(age(other)))
  for (const far of nearest.slice(KEPT)) rmSync(join(folder, nameOf(far)), { force: true })
}
