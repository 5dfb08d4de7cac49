/** Opens the configured database: locks its folder, migrates it, and says in a sentence why it cannot be opened. */
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { backUp } from './db/backup.ts'
import { isDiskFull, isDiskReadOnly } from './db/errors.ts'
import { lockFolder } from './db/folder-lock.ts'
import { isOfEarlierRelease, migrate } from './db/migrate.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { advanceCountersIfRestored } from './db/restored.ts'
import { codeOf } from './lib/error-code.ts'
import { makeFolder } from './lib/make-folder.ts'

/** Returns the message of an error. Some errors of the Postgres driver have no code; their messages contain no address. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Why Postgres cannot be opened, by the error code of Postgres or its driver. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses this user or password',
  '28000': 'it refuses this user or password',
  '3D000': 'there is no such database',
  '42501': 'this user may not make or change its tables',
  '25006': 'it is read-only',
  ENOENT: 'a file that the URL names is not there',
}

/** Why the data folder cannot be used, by the error code of the system or SQLite. */
const FOLDER_REFUSALS: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of this path is a file',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  // Means the file alone: on a read-only disk, taking the lock file in the same folder fails first.
  SQLITE_READONLY: 'this account may not write its foyer.sqlite',
  SQLITE_READONLY_DIRECTORY: 'this account may not write there',
  SQLITE_NOTADB: 'its foyer.sqlite is no database',
  SQLITE_CORRUPT: 'its foyer.sqlite is damaged; see “Backup” in the README',
}

function folderRefusalOf(error: unknown): string {
  const code = codeOf(error)
  const words =
    FOLDER_REFUSALS[code] ||
    (isDiskFull(error) && 'there is no room left on its disk') ||
    (isDiskReadOnly(error) && 'its disk does not accept changes')
  return `${words ? `: ${words}` : ''} (${code})`
}

/** Describes the error by its code or by a message without an address: the database URL may contain a password. */
function refusalOf(error: unknown): string {
  const code = codeOf(error)
  if (!code && /client password must be/.test(messageOf(error))) return ': it wants a password'
  return `${REFUSALS[code] ? `: ${REFUSALS[code]}` : ''} (${code || messageOf(error)})`
}

type MigratedDatabase = OpenDatabase & {
  readonly steps: number
  readonly isRestored: boolean
  /** Closes the database and releases its folder. */
  close(): Promise<void>
}

/**
 * Runs `work`, on Postgres over a pool of its own that waits for answers without limit: a start may touch all of the data.
 */
async function withPatientPool<T>(
  database: OpenDatabase,
  { databaseUrl }: Config,
  work: (database: OpenDatabase) => Promise<T>,
) {
  if (!databaseUrl) return work(database)
  const patient = openDatabase(databaseUrl, { answersWithinMs: null })
  return work(patient).finally(() => patient.db.destroy())
}

/** Backs up a database of an earlier release before it is migrated, so that an admin can go back to that release. */
async function backUpEarlierRelease(database: OpenDatabase, { dataDir }: Config, now: string): Promise<void> {
  if (database.dialect !== 'sqlite' || !(await isOfEarlierRelease(database.db))) return
  await backUp(database, now, { inAnyCase: true }).catch((error) => {
    throw new ConfigError(
      `FOYER_DATA is “${dataDir}”: the database is of an earlier release, and the copy that is made in “backups” before it is changed failed (${codeOf(error) || messageOf(error)}).`,
    )
  })
}

/** Opens the configured database and migrates its schema. `isRestored`: the admin says that the database was restored. */
export async function openData(config: Config, { isRestored: isDeclared = false } = {}): Promise<MigratedDatabase> {
  let database: OpenDatabase | null = null
  let releaseFolder = () => {}
  const close = async () => {
    await database?.db.destroy()
    releaseFolder()
  }
  try {
    if (!config.databaseUrl) {
      makeFolder(config.dataDir)
      releaseFolder = await lockFolder(config.dataDir)
    }
    database = openDatabase(config.databaseUrl ?? join(config.dataDir, 'foyer.sqlite'))
    const now = new Date().toISOString()
    await backUpEarlierRelease(database, config, now)
    const [steps, isRestored] = await withPatientPool(database, config, async (patient) => [
      await migrate(patient.db, patient.dialect),
      await advanceCountersIfRestored(patient, { now, isDeclared }),
    ])
    return { ...database, steps, isRestored, close }
  } catch (error) {
    await close()
    if (error instanceof ConfigError) throw error
    if (!codeOf(error) && !config.databaseUrl) throw error
    throw new ConfigError(
      config.databaseUrl
        ? `The database of FOYER_DATABASE_URL cannot be opened${refusalOf(error)}.`
        : `FOYER_DATA is “${config.dataDir}”: the database in this folder cannot be opened${folderRefusalOf(error)}.`,
    )
  }
}
