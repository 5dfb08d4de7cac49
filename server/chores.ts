/** What the portal does by itself, every hour: deletes expired data, backs up the database, finishes renames. */
import { finishRenames } from './apps/onbreak/store.ts'
import { backUp } from './db/backup.ts'
import type { Deps } from './deps.ts'
import { HOUR_MS } from './lib/instants.ts'
import { purging } from './purge.ts'

async function backUpOrSay(deps: Deps, now: string): Promise<void> {
  try {
    await backUp(deps, now)
  } catch (cause) {
    throw new Error('The copy of the database in “backups” could not be made.', { cause })
  }
}

/** Does the chores at once and then every hour. Returns how to stop: chores under way are awaited. */
export function startChores(deps: Deps, report: (error: unknown) => void): () => Promise<void> {
  const purge = purging(deps)
  let underWay: Promise<unknown> | null = null
  const begin = () => {
    const now = deps.clock()
    const chores = () => [purge(now), backUpOrSay(deps, now), finishRenames(deps.db)]
    // Skipped while the last round still runs: on a slow disk the backup may take longer than an hour.
    underWay ??= Promise.all(chores().map((chore) => chore.catch(report))).finally(() => {
      underWay = null
    })
  }
  begin()
  const timer = setInterval(begin, HOUR_MS)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
