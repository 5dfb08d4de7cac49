/** Deletes a step at a time: nobody waits behind a million rows, and Postgres ends what takes it longer than a few seconds. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeleteResult } from 'kysely'

/** Some 50 ms among a million rows on SQLite, which nobody else can use meanwhile. */
const STEP = 200

/** `deletion`: the query that deletes so many at most of what is to go. */
export async function deleteInSteps(
  deletion: (most: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deletion(STEP).executeTakeFirstOrThrow()
    if (numDeletedRows < STEP) return
    // Others first, before the next step.
    await nextTurn()
  }
}
