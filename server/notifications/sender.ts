/** Looks once a minute for what people want to hear of, and sends it. Every server does: the database keeps it to once. */
import type { Deps } from '../deps.ts'
import { tellOfBreaks } from './breaks.ts'
import { deliver } from './deliver.ts'
import { tellOfFailures } from './etl.ts'
import { tellOfMood } from './mood.ts'
import { tellOfTasks } from './tasks.ts'
import type { Now } from './tell.ts'

const EVERY_MS = 60_000

const FINDERS: readonly ((at: Now) => Promise<void>)[] = [tellOfBreaks, tellOfMood, tellOfTasks, tellOfFailures]

type Report = (error: unknown) => void

/** What fails waits for the next look, and keeps nothing else from being found. */
async function find(deps: Deps, report: Report): Promise<void> {
  const at: Now = { db: deps.db, now: deps.clock(), timeZone: deps.config.timeZone }
  for (const each of FINDERS) await each(at).catch(report)
}

const send = (deps: Deps, report: Report, stopping?: AbortSignal) => deliver(deps, report, stopping).catch(report)

/** One look, and what is to be sent after it. */
export async function notify(deps: Deps, report: Report): Promise<void> {
  await find(deps, report)
  await send(deps, report)
}

/** One at a time: asked for while it is under way, it is not begun anew. */
function oneAtATime(work: () => Promise<void>) {
  let underWay: Promise<void> | null = null
  return {
    begin: () => {
      underWay ??= work().finally(() => {
        underWay = null
      })
      return underWay
    },
    ended: async () => underWay,
  }
}

/**
 * Answers how to stop: what is on its way is waited for, what has been found stays for the next start. A push service that
 * hangs holds up no look.
 */
export function startNotifying(deps: Deps, report: Report): () => Promise<void> {
  const stopping = new AbortController()
  const sending = oneAtATime(() => send(deps, report, stopping.signal))
  const looking = oneAtATime(async () => {
    await find(deps, report)
    if (!stopping.signal.aborted) void sending.begin()
  })
  void looking.begin()
  const timer = setInterval(() => void looking.begin(), EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await looking.ended()
    await sending.ended()
  }
}
