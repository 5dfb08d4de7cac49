/** After a week without a word from the portal a device may no longer be in the right hands (offline.md §2.8). */
import { getHealth } from '#contract/apps/portal.ts'
import { send } from '#src/api/call.ts'
import { silence } from '#src/api/connection.ts'
import { Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { DAY_MS } from '#src/lib/spans.ts'

const LOCKED_AFTER_MS = 7 * DAY_MS
const PATIENCE_MS = 3_000
const LOCKED = 'This device has not reached the portal for a week. What you changed is kept.'

/** Ends the session on this device where the portal has not answered it for so long, nor does now. */
export async function lockAfterLongSilence(): Promise<void> {
  if (!session.get() || silence() < LOCKED_AFTER_MS) return
  await send(getHealth, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error) => {
    // A portal that is busy, or about to stop, is there all the same.
    if (!(error instanceof Problem && error.isOurs)) session.set(null, LOCKED)
  })
}
