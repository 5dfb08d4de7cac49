/** Signs out a device that has not reached the portal for a week: it may have changed hands (offline.md §2.8). */
import { getHealth } from '#contract/apps/portal.ts'
import { send } from '#src/api/call.ts'
import { msSinceLastContact } from '#src/api/last-contact.ts'
import { Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { pause } from '#src/lib/pause.ts'
import { DAY_MS } from '#src/lib/spans.ts'

const LOCKED_AFTER_MS = 7 * DAY_MS
const PATIENCE_MS = 3_000
const LOCKED = 'This device has not reached the portal for a week. What you changed is kept.'

const isSilent = () => msSinceLastContact() >= LOCKED_AFTER_MS

/** Whether the portal answers. An error of its own (busy, about to stop) counts as an answer. */
const answers = () =>
  send(getHealth, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    (error) => error instanceof Problem && error.isOurs,
  )

async function lockIfSilent(): Promise<void> {
  const token = session.get()?.token
  if (!token || !isSilent()) return
  const patience = pause(PATIENCE_MS)
  if (await answers()) return
  // A device that was just woken has no network yet and fails at once: wait, then try a second time.
  await patience
  if (!isSilent() || (await answers())) return
  // Meanwhile another call may have been answered, or the session may have changed.
  if (isSilent() && session.get()?.token === token) session.set(null, LOCKED)
}

let running: Promise<void> | null = null

/** Ends the session on this device if the portal has not answered it for a week and does not answer now. */
export const signOutAfterLongSilence = (): Promise<void> => {
  running ??= lockIfSilent().finally(() => {
    running = null
  })
  return running
}
