/**
 * Deletes many rows in steps, so that other queries need not wait and Postgres does not cancel the statement, as it does
 * after a few seconds.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeleteResult } from 'kysely'

/** Takes some 50 ms among a million rows on SQLite, which is blocked meanwhile. */
const STEP = 200

/** Deletes until nothing is left. `deletion` returns the query that deletes at most `most` rows. */
export async function deleteInSteps(
  deletion: (most: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deletion(STEP).executeTakeFirstOrThrow()
    if (numDeletedRows < STEP) return
    // Lets others query before the next step.
    await nextTurn()
  }
}
