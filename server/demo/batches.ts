/** Rows in one statement: both databases bound how many values it may carry. */
const BATCH = 1_000

/** Hands over the rows batch by batch. */
export async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await insert(rows.slice(start, start + BATCH))
}
