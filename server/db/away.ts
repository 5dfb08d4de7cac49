/** What goes wrong beside the requests, for the log: of a database that is away once, and not at each of the many tries. */
import type { FastifyBaseLogger } from 'fastify'
import { codeOf } from '../lib/error-code.ts'
import { isUnavailable } from './errors.ts'

/** How often it is told that it is away still, or again. */
const EVERY_MS = 60_000

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>

/** `logOf`: the log, once something is to be told. */
export function reporting(logOf: () => Log, clock: () => number = () => performance.now()) {
  let since: number | null = null
  let failed = 0
  let isTold = false
  let toldAt = Number.NEGATIVE_INFINITY
  const seconds = (now: number) => Math.round((now - (since ?? now)) / 1_000)

  return {
    report(error: unknown): void {
      if (!isUnavailable(error)) return void logOf().error({ err: error }, 'background')
      const now = clock()
      since ??= now
      failed += 1
      if (now - toldAt < EVERY_MS) return
      const reason = codeOf(error) || (error as Error).message
      const so = failed > 1 ? ` for ${seconds(now)} s, ${failed} times` : ''
      logOf().error(`The database cannot be reached${so} (${reason}).`)
      isTold = true
      toldAt = now
    },

    /** The database has answered. */
    answered(): void {
      if (since === null) return
      if (isTold) logOf().info(`The database answers again, after ${seconds(clock())} s.`)
      since = null
      failed = 0
      isTold = false
    },
  }
}
