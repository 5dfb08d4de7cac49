/**
 * Allows one portal per data folder: with SQLite only the writing process learns of a change, so the boards of a second
 * process would be updated late. The lock is SQLite's file lock: the system releases it when the process ends, however that
 * happens.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { ConfigError } from '../config.ts'
import { isBusy } from './errors.ts'

/** By then a portal that was told to stop has ended. */
const PATIENCE_MS = 10_000
const TRY_AGAIN_MS = 50

/**
 * Tries to take the lock. Returns whether it is ours; also true where the file system has no locks, as some network drives:
 * it then keeps nobody out.
 */
function tryLock(lock: Database.Database): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    return !isBusy(error)
  }
}

/**
 * Locks the folder for this process, and waits for another one that is about to end. Returns how to release it. Throws a
 * `ConfigError` if the folder stays locked.
 */
export async function lockFolder(folder: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const file = join(folder, 'foyer.lock')
  closeSync(openSync(file, 'a', 0o600))
  const lock = new Database(file, { timeout: 0 })
  const until = performance.now() + patienceMs
  while (!tryLock(lock)) {
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
