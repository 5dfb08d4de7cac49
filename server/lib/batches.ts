/** Splits many rows into batches, one statement each. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Rows per statement: both databases limit the number of parameters, and a long statement on SQLite blocks everyone else.
 */
const BATCH = 250

/** Calls `run` for one batch after the other; never if there are no rows. */
export async function inBatches<T>(rows: readonly T[], run: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    // Yields between batches of a large report, so that sockets and files make progress.
    if (start > 0) await nextTurn()
    await run(rows.slice(start, start + BATCH))
  }
}
