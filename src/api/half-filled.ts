/**
 * What stands half-filled on a page, for as long as its window is open: there again after a reload, or when the same
 * person has signed in anew. Whoever comes finds nobody else's, and whoever leaves by their own will leaves nothing.
 */
import { attempt } from '#src/lib/attempt.ts'
import { session } from './session.ts'

const PREFIX = 'portal.half-filled:'

const ofPerson = (userId: number) => `${PREFIX}${userId}:`

/** `what`: which form, of which page or record. `null`, or values that are all undefined: nothing. */
export function keepHalfFilled(userId: number, what: string, values: object | null): void {
  const key = ofPerson(userId) + what
  attempt(() => {
    if (values && Object.values(values).some((value) => value !== undefined))
      sessionStorage.setItem(key, JSON.stringify(values))
    else sessionStorage.removeItem(key)
  })
}

/** As it was kept, unchecked; null where there is none. */
export const halfFilled = (userId: number, what: string): object | null =>
  attempt(() => JSON.parse(sessionStorage.getItem(ofPerson(userId) + what) ?? 'null')) ?? null

function forgetOthers(): void {
  const me = session.get()
  // A session that ended by itself leaves it for the person's return.
  if (!me && session.reason() !== null) return
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(me && key.startsWith(ofPerson(me._id)))) sessionStorage.removeItem(key)
  })
}

forgetOthers()
session.subscribe(forgetOthers)
