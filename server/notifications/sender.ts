/**
 * Looks once a minute for causes to notify of and sends the notifications. Every server does; the database prevents
 * duplicates.
 */
import type { Deps } from '../deps.ts'
import { queueOverrunBreaks } from './breaks.ts'
import { deliver, type ErrorReporter } from './deliver.ts'
import { queueFailedRuns } from './etl.ts'
import { queueDueReports } from './mood.ts'
import type { FinderContext } from './queue.ts'
import { queueDueTasks } from './tasks.ts'

const EVERY_MS = 60_000

const FINDERS: readonly ((at: FinderContext) => Promise<void>)[] = [
  queueOverrunBreaks,
  queueDueReports,
  queueDueTasks,
  queueFailedRuns,
]

/** Looks for causes. A failed finder waits for the next look and does not affect the others. */
async function findCauses(deps: Deps, report: ErrorReporter): Promise<void> {
  const at: FinderContext = { db: deps.db, now: deps.clock(), timeZone: deps.config.timeZone }
  for (const each of FINDERS) await each(at).catch(report)
}

const send = (deps: Deps, report: ErrorReporter, stopping?: AbortSignal) =>
  deliver(deps, report, stopping).catch(report)

/** Looks once, then sends what is due. */
export async function notify(deps: Deps, report: ErrorReporter): Promise<void> {
  await findCauses(deps, report)
  await send(deps, report)
}

/** Returns a task that runs one at a time: a call of `start` while it runs does not start it again. */
function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | null = null
  return {
    start: () => {
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    ended: async () => running,
  }
}

/**
 * Starts looking and sending. Returns how to stop: deliveries in progress are awaited, pending ones stay for the next
 * start. Looking does not wait for sending, so a push service that hangs delays no look.
 */
export function startNotifying(deps: Deps, report: ErrorReporter): () => Promise<void> {
  const stopping = new AbortController()
  const sending = oneAtATime(() => send(deps, report, stopping.signal))
  const looking = oneAtATime(async () => {
    await findCauses(deps, report)
    if (!stopping.signal.aborted) void sending.start()
  })
  void looking.start()
  const timer = setInterval(() => void looking.start(), EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await looking.ended()
    await sending.ended()
  }
}
