/** When the portal last answered this device. */
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'

const LAST_CONTACT = 'portal.last-contact'
/** Precision of the stored instant; storing it with every answer would be too many writes. */
const STEP_MS = 60_000

let contact = 0
const { notify, listen } = listeners()

/** Whether the portal has answered since this page was opened. */
export const hasAnswered = () => contact > 0
/** Subscribes to answers, of which the first is told, and later ones once in a while. */
export const onContact = listen

export function noteContact(): void {
  const now = Date.now()
  if (Math.abs(now - contact) < STEP_MS) return
  contact = now
  attempt(() => localStorage.setItem(LAST_CONTACT, String(now)))
  notify()
}

/**
 * Returns for how long the portal has not answered this device, in milliseconds; 0 if it never has, or if storage is
 * forbidden, because then the device keeps nothing that could grow old.
 */
export function msSinceLastContact(): number {
  const last = Number(attempt(() => localStorage.getItem(LAST_CONTACT)))
  return last > 0 ? Math.max(0, Date.now() - last) : 0
}
