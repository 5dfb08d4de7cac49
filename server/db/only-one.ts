/**
 * One portal to a data folder: SQLite is told of by its own process alone, so boards of two would hear each other late.
 * The lock is the system's, by way of SQLite: it ends with its process, however that ends.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { ConfigError } from '../config.ts'
import { isBusy } from './errors.ts'

/** A portal that was told to stop is gone by then. */
const PATIENCE_MS = 10_000
const TRY_AGAIN_MS = 50

/** Whether the lock is ours now; what keeps no locks at all, as some network drives, keeps nobody out. */
function isTaken(lock: Database.Database): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    return !isBusy(error)
  }
}

/** Keeps the folder for this process; waits for one that is about to end. Answers how to let it go. */
export async function keepFolder(folder: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const file = join(folder, 'foyer.lock')
  closeSync(openSync(file, 'a', 0o600))
  const lock = new Database(file, { timeout: 0 })
  const until = performance.now() + patienceMs
  while (!isTaken(lock)) {
    if (performance.now() >= until) {
      lock.close()
      throw new ConfigError(
        `FOYER_DATA is “${folder}”: another portal is at work in this folder. Stop it first; several servers need Postgres (FOYER_DATABASE_URL).`,
      )
    }
    await sleep(TRY_AGAIN_MS)
  }
  return () => lock.close()
}
