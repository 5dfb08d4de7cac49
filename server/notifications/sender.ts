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

/** One look. What fails waits for the next one, and keeps nothing else from being sent. */
export async function notify(deps: Deps, report: (error: unknown) => void): Promise<void> {
  const at: Now = { db: deps.db, now: deps.clock(), timeZone: deps.config.timeZone }
  for (const find of FINDERS) await find(at).catch(report)
  await deliver(deps, report).catch(report)
}

/** Answers how to stop: what is under way is finished first. */
export function startNotifying(deps: Deps, report: (error: unknown) => void): () => Promise<void> {
  let underWay: Promise<void> | null = null
  const look = () => {
    underWay ??= notify(deps, report).finally(() => {
      underWay = null
    })
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
