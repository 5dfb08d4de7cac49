/** Many rows, a statement's worth at a time. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows in one statement: both databases bound how many values it may carry, and SQLite holds up everybody meanwhile. */
const BATCH = 250

/** Runs it for one batch after the other; not at all where there are no rows. */
export async function inBatches<T>(rows: readonly T[], run: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    // Sockets and files go on between the batches of a large report.
    if (start > 0) await nextTurn()
    await run(rows.slice(start, start + BATCH))
  }
}
