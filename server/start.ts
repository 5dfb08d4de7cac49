/** Takes the portal from its settings to open ports (database, first admin, app, sockets), and back down. */
import { createServer, type Server } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { buildApp, HEADERS_MS } from './app.ts'
import { type FirstAdmin, openWithFirstAdmin } from './apps/accounts/first-admin.ts'
import { ensureWeeks } from './apps/mood/weeks.ts'
import { vapidKeys } from './apps/notifications/vapid.ts'
import { startChores } from './chores.ts'
import { type Config, ConfigError } from './config.ts'
import { followFeed } from './db/follow.ts'
import { createErrorReporter } from './db/outage-log.ts'
import type { Deps } from './deps.ts'
import { readPage } from './http/page.ts'
import { codeOf } from './lib/error-code.ts'
import { openLive } from './live/sockets.ts'
import { startNotifying } from './notifications/sender.ts'
import { openData } from './open-data.ts'

/** How long requests in progress may take once the portal stops. */
const FINISH_MS = 8_000

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

  const stopChores = startChores(deps, report)
  const stopNotifying = startNotifying(deps, report)

  return {
    deps,
    firstAdmin,
    isRestored,
    async stop() {
      const cleaned = stopChores()
      const notified = stopNotifying()
      liveServer?.close()
      // If one of them fails, the database is closed all the same.
      const finished = Promise.all([app.close(), live.close(), cleaned, notified].map((part) => part.catch(report)))
      const inTime = new Promise((resolve) => setTimeout(resolve, FINISH_MS).unref())
      await Promise.race([finished, inTime])
      app.server.closeAllConnections()
      await feed.stop()
      await close()
    },
  }
}
