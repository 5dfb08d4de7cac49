/** Migrates the schema: numbered steps, forward only, all missing ones in one transaction, and then the built-ins. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { ConfigError } from '../config.ts'
import { ensureBuiltIns } from './built-in.ts'
import { up as start } from './migrations/001-start.ts'
import { up as images } from './migrations/002-images.ts'
import { up as audit } from './migrations/003-audit.ts'
import { up as checklist } from './migrations/004-checklist.ts'
import { up as mood } from './migrations/005-mood.ts'
import { up as etl } from './migrations/006-etl.ts'
import { up as versions } from './migrations/007-versions.ts'
import { up as displays } from './migrations/008-displays.ts'
import { up as pins } from './migrations/009-pins.ts'
import { up as breakHours } from './migrations/010-break-hours.ts'
import { up as push } from './migrations/011-push.ts'
import { up as dueTasks } from './migrations/012-due-tasks.ts'
import { up as plannedMinutes } from './migrations/013-planned-minutes.ts'
import { up as videoFiles } from './migrations/014-video-files.ts'
import { up as runFixedWhen } from './migrations/015-run-fixed-when.ts'
import { up as whoFixed } from './migrations/016-who-fixed.ts'
import { up as logRenames } from './migrations/017-log-renames.ts'
import { up as breakPlannedMinutes } from './migrations/018-break-planned-minutes.ts'
import { up as whoChecked } from './migrations/019-who-checked.ts'
import { up as departmentLog } from './migrations/020-department-log.ts'
import { up as askingScreen } from './migrations/021-asking-screen.ts'
import type { Dialect, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

type MigrationStep = (db: Kysely<never>, dialect: Dialect) => Promise<void>

/** In order; a released step is never changed. The schema's version is the number of steps that have run. */
const STEPS: readonly MigrationStep[] = [
  start,
  images,
  audit,
  checklist,
  mood,
  etl,
  versions,
  displays,
  pins,
  breakHours,
  push,
  dueTasks,
  plannedMinutes,
  videoFiles,
  runFixedWhen,
  whoFixed,
  logRenames,
  breakPlannedMinutes,
  whoChecked,
  departmentLog,
  askingScreen,
]

/** The advisory lock of the migration: of several servers on one Postgres only one migrates. */
const LOCK = 4_613_217

/** Whether the database was written by an earlier release. SQLite only: Postgres is backed up by its operator. */
export async function isOfEarlierRelease(db: Kysely<Tables>): Promise<boolean> {
  const { rows: tables } = await sql`select 1 from sqlite_schema where name = 'schema_version'`.execute(db)
  if (tables.length === 0) return false
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db)
  return (rows[0]?.version ?? STEPS.length) < STEPS.length
}

/** Runs the missing steps in one transaction. Returns how many ran. */
async function runMissing(tx: Transaction<Tables>, dialect: Dialect): Promise<number> {
  if (dialect === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  }
  await sql`create table if not exists schema_version (version integer not null)`.execute(tx)
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(tx)
  const version = rows[0]?.version ?? 0
  if (version > STEPS.length)
    throw new ConfigError(
      `The database has schema version ${version}, this release knows ${STEPS.length}. Start a newer release, or restore a backup.`,
    )
  const missing = STEPS.slice(version)
  for (const step of missing) await step(tx as unknown as Kysely<never>, dialect)
  if (rows.length === 0) await sql`insert into schema_version (version) values (${STEPS.length})`.execute(tx)
  else if (missing.length > 0) await sql`update schema_version set version = ${STEPS.length}`.execute(tx)
  // Under the same lock: of several servers that start on an empty database, one numbers them.
  await ensureBuiltIns(tx)
  return missing.length
}

/**
 * Runs the missing steps. Returns how many ran. Throws a `ConfigError` if the database belongs to a newer release. Retried:
 * servers of the previous release lock the tables in another order, so the migration may lose a deadlock.
 */
export const migrate = (db: Kysely<Tables>, dialect: Dialect): Promise<number> =>
  inTransaction(db, (tx) => runMissing(tx, dialect))
