/**
 * What stands half-filled on a page, for as long as its window is open: there again after a reload, or when the same
 * person has signed in anew. Whoever comes finds nobody else's, and whoever leaves by their own will leaves nothing.
 */
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'

const PREFIX = 'portal.half-filled:'

const ofPerson = (userId: number) => `${PREFIX}${userId}:`

/** `what`: which form, of which page or record. `null`, or values that are all undefined: nothing. */
export function keepHalfFilled(userId: number, what: string, values: object | null): void {
  const text = JSON.stringify(values ?? {})
  attempt(() => {
    if (text === '{}') sessionStorage.removeItem(ofPerson(userId) + what)
    else sessionStorage.setItem(ofPerson(userId) + what, text)
  })
}

/** As it was kept, unchecked; null where there is none. */
export const halfFilled = (userId: number, what: string): object | null =>
  attempt(() => JSON.parse(sessionStorage.getItem(ofPerson(userId) + what) ?? 'null')) ?? null

function forgetOthers(): void {
  const me = session.get()
  // A session that ended by itself leaves it for the person's return.
  if (!me && session.reason() !== null) return
  const mine = me ? ofPerson(me._id) : null
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(mine && key.startsWith(mine))) sessionStorage.removeItem(key)
  })
}

forgetOthers()
session.subscribe(forgetOthers)
