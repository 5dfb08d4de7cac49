/** What a person left on this device when their session ended without their asking: shown above the sign-in form. */
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'

/** Key in localStorage of the number of changes that waited, for after a reload. */
const LEFT_BEHIND = 'portal.left-behind'

let waiting = Number(attempt(() => localStorage.getItem(LEFT_BEHIND)))
let isOneLost = false

/** Number of changes under way to the portal that this device does not keep. */
let underWay = 0
export const isOneUnderWay = (): boolean => underWay > 0
/** Counts a change as under way until it is answered: until then it is stored nowhere. */
export async function whileUnderWay<T>(sending: Promise<T>): Promise<T> {
  underWay++
  try {
    return await sending
  } finally {
    underWay--
  }
}

/** Returns how many changes wait for the person whose session just ended; 0 after a sign-out, when nothing is shown. */
export const waitingForSignIn = (): number => (session.reason() ? waiting : 0)

/** Whether the session ended while a change was being sent that this device does not keep: that change is lost. */
export const isChangeLost = (): boolean => session.reason() !== null && isOneLost

/**
 * Notes what an ended session leaves behind. `lost`: whether a change was under way that is kept nowhere. A person who
 * signs out or signs in leaves nothing.
 */
export function noteLeftBehind(count: number, lost: boolean): void {
  waiting = count
  isOneLost = lost
  attempt(() => {
    if (count > 0) localStorage.setItem(LEFT_BEHIND, String(count))
    else localStorage.removeItem(LEFT_BEHIND)
  })
}
