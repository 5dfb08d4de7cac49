/** Takes the portal from its settings to open ports (database, first admin, app, sockets), and back down. */
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { FastifyServerOptions } from 'fastify'
import { buildApp, HEADERS_MS } from './app.ts'
import { type FirstAdmin, openWithFirstAdmin } from './apps/accounts/first-admin.ts'
import { ensureWeeks } from './apps/mood/weeks.ts'
import { vapidKeys } from './apps/notifications/vapid.ts'
import { finishRenames } from './apps/onbreak/store.ts'
import { type Config, ConfigError } from './config.ts'
import { backUp } from './db/backup.ts'
import { isDiskFull, isDiskReadOnly } from './db/errors.ts'
import { lockFolder } from './db/folder-lock.ts'
import { followFeed } from './db/follow.ts'
import { isOfEarlierRelease, migrate } from './db/migrate.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { createErrorReporter } from './db/outage-log.ts'
import { advanceCountersIfRestored } from './db/restored.ts'
import type { Deps } from './deps.ts'
import { readPage } from './http/page.ts'
import { codeOf } from './lib/error-code.ts'
import { HOUR_MS } from './lib/instants.ts'
import { makeFolder } from './lib/make-folder.ts'
import { openLive } from './live/sockets.ts'
import { startNotifying } from './notifications/sender.ts'
import { purging } from './purge.ts'

const PURGE_MS = HOUR_MS
/** How long requests in progress may take once the portal stops. */
const FINISH_MS = 8_000

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

/**
 * Error codes that mean that FOYER_HOST cannot be listened on. A busy port is not among them (`main.ts` reports it), nor is
 * an error that a retry could cure.
 */
const HOST_ERRORS = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL']

function listenProblem(config: Config, error: unknown): unknown {
  const reason = codeOf(error)
  if (HOST_ERRORS.includes(reason))
    return new ConfigError(`FOYER_HOST is “${config.host}”: this computer has no such address (${reason}).`)
  if (reason === 'EACCES')
    return new ConfigError(
      `FOYER_PORT is ${config.port}: this account may not open it (${reason}). Set it to 1024 or higher.`,
    )
  return error
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

/** A running portal. */
export interface RunningPortal {
  readonly deps: Deps
  readonly firstAdmin: FirstAdmin | null
  /** Whether this is the first start after a restore. */
  readonly isRestored: boolean
  /** Refuses new work, finishes the work in progress, closes sockets with 1012. */
  stop(): Promise<void>
}

interface Options {
  /** The directory of the built page. */
  readonly pageDirectory: string
  readonly logger: FastifyServerOptions['logger']
  /** Whether the admin says that the database was restored. */
  readonly isRestored?: boolean
  /** Runs on the open database before anyone can sign in. */
  readonly beforeOpening?: (deps: Deps) => Promise<void>
}

/** Opens the database, then the ports, and runs the hourly chores from then on. */
export async function start(config: Config, options: Options): Promise<RunningPortal> {
  const { pageDirectory, logger, beforeOpening } = options
  const { db, dialect, isRestored, close } = await openData(config, options)
  const { report, answered } = createErrorReporter(() => app.log)
  const feed = followFeed({ db, listenUrl: config.databaseUrl ?? undefined, report, onRead: answered })
  const deps: Deps = { db, dialect, feed, clock: () => new Date().toISOString(), config }
  const app = await buildApp(deps, { page: readPage(pageDirectory), logger })
  await beforeOpening?.(deps)
  await ensureWeeks(db, { now: deps.clock(), timeZone: config.timeZone })
  await vapidKeys(db)
  await feed.start()
  const live = openLive(deps, report)
  live.attach(app.server)
  const liveServer =
    config.livePort === null
      ? null
      : createServer({ requestTimeout: HEADERS_MS }, (_request, response) => response.writeHead(426).end())
  if (liveServer) live.attach(liveServer)
  const firstAdmin = await openWithFirstAdmin(deps, async () => {
    try {
      await app.listen({ port: config.port, host: config.host })
      if (liveServer && config.livePort) await listen(liveServer, config.livePort, config.host)
    } catch (error) {
      throw listenProblem(config, error)
    }
  })

  let cleaning: Promise<unknown> | null = null
  const purge = purging(deps)
  const clean = () => {
    const now = deps.clock()
    // Skipped while the last round still runs: on a slow disk the backup may take longer than an hour.
    const backedUp = () =>
      backUp(deps, now).catch((cause) => {
        throw new Error('The copy of the database in “backups” could not be made.', { cause })
      })
    const chores = () => [purge(now), backedUp(), finishRenames(db)]
    cleaning ??= Promise.all(chores().map((chore) => chore.catch(report))).finally(() => {
      cleaning = null
    })
  }
  clean()
  const cleaningTimer = setInterval(clean, PURGE_MS)
  const stopNotifying = startNotifying(deps, report)

  return {
    deps,
    firstAdmin,
    isRestored,
    async stop() {
      clearInterval(cleaningTimer)
      const notified = stopNotifying()
      liveServer?.close()
      // If one of them fails, the database is closed all the same.
      const finished = Promise.all([app.close(), live.close(), cleaning, notified].map((part) => part?.catch(report)))
      const inTime = new Promise((resolve) => setTimeout(resolve, FINISH_MS).unref())
      await Promise.race([finished, inTime])
      app.server.closeAllConnections()
      await feed.stop()
      await close()
    },
  }
}
