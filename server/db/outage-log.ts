/** Logs errors of background work. An unreachable database is reported at intervals, not at each of the many retries. */
import type { FastifyBaseLogger } from 'fastify'
import { codeOf } from '../lib/error-code.ts'
import { isUnavailable } from './errors.ts'

/** The interval between reports of an unreachable database. */
const REPORT_INTERVAL_MS = 60_000

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>

/**
 * Returns the functions to report errors and successes with. `logOf` returns the log, called only when there is something
 * to log.
 */
export function createErrorReporter(logOf: () => Log, clock: () => number = () => performance.now()) {
  let since: number | null = null
  let failed = 0
  let isReported = false
  let reportedAt = Number.NEGATIVE_INFINITY
  const seconds = (now: number) => Math.round((now - (since ?? now)) / 1_000)

  return {
    report(error: unknown): void {
      if (!isUnavailable(error)) return void logOf().error({ err: error }, 'background')
      const now = clock()
      since ??= now
      failed += 1
      if (now - reportedAt < REPORT_INTERVAL_MS) return
      const reason = codeOf(error) || (error as Error).message
      const duration = failed > 1 ? ` for ${seconds(now)} s, ${failed} times` : ''
      logOf().error(`The database cannot be reached${duration} (${reason}).`)
      isReported = true
      reportedAt = now
    },

    /** Notes that the database has answered, and logs that an outage is over. */
    answered(): void {
      if (since === null) return
      if (isReported) logOf().info(`The database answers again, after ${seconds(clock())} s.`)
      since = null
      failed = 0
      isReported = false
    },
  }
}
