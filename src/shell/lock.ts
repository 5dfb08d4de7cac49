/** After a week without a word from the portal a device may no longer be in the right hands (offline.md §2.8). */
import { getHealth } from '#contract/apps/portal.ts'
import { send } from '#src/api/call.ts'
import { silence } from '#src/api/connection.ts'
import { Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { pause } from '#src/lib/pause.ts'
import { DAY_MS } from '#src/lib/spans.ts'

const LOCKED_AFTER_MS = 7 * DAY_MS
const PATIENCE_MS = 3_000
const LOCKED = 'This device has not reached the portal for a week. What you changed is kept.'

const isSilent = () => silence() >= LOCKED_AFTER_MS

/** A portal that is busy, or about to stop, is there all the same. */
const isThere = () =>
  send(getHealth, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    (error) => error instanceof Problem && error.isOurs,
  )

async function look(): Promise<void> {
  const token = session.get()?.token
  if (!token || !isSilent()) return
  const patience = pause(PATIENCE_MS)
  if (await isThere()) return
  // A device that was just woken has no line yet, and hears so at once.
  await patience
  if (!isSilent() || (await isThere())) return
  // Somebody else may have been answered meanwhile.
  if (isSilent() && session.get()?.token === token) session.set(null, LOCKED)
}

let looking: Promise<void> | null = null

/** Ends the session on this device where the portal has not answered it for so long, nor does now. */
export const lockAfterLongSilence = (): Promise<void> => {
  looking ??= look().finally(() => {
    looking = null
  })
  return looking
}
