/** What somebody left on this device whose session ended without their asking: said over the sign-in form. */
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'

/** How many changes waited: on the disk, for a reload. */
const LEFT_BEHIND = 'portal.left-behind'

let waiting = Number(attempt(() => localStorage.getItem(LEFT_BEHIND)))
let isOneLost = false

/** Changes that this device does not keep, on their way to the portal. */
let underWay = 0
export const isOneUnderWay = (): boolean => underWay > 0
/** Until it is answered it is nowhere else. */
export async function whileUnderWay<T>(sending: Promise<T>): Promise<T> {
  underWay++
  try {
    return await sending
  } finally {
    underWay--
  }
}

/** How many changes wait for the person whose session ended just now; after a sign-out nobody is told. */
export const waitingForSignIn = (): number => (session.reason() ? waiting : 0)

/** Whether the session ended as a change was sent that this device does not keep: it is nowhere. */
export const isChangeLost = (): boolean => session.reason() !== null && isOneLost

/** `lost`: whether a change was on its way that is kept nowhere. Whoever signs out themselves, or signs in, leaves nothing. */
export function noteLeftBehind(count: number, lost: boolean): void {
  waiting = count
  isOneLost = lost
  attempt(() => {
    if (count > 0) localStorage.setItem(LEFT_BEHIND, String(count))
    else localStorage.removeItem(LEFT_BEHIND)
  })
}
