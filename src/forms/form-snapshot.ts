/**
 * Keeps half-filled forms while the window is open. They are restored after a reload, or once the same person has
 * signed in again. Nobody else's are restored, and a person who signs out on their own leaves none behind.
 */
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'

const PREFIX = 'portal.half-filled:'

const keyPrefixOf = (userId: number) => `${PREFIX}${userId}:`

/** Stores what was typed; null, or values that are all undefined, delete it. `name` names the form and its record. */
export function saveFormSnapshot(userId: number, name: string, values: object | null): void {
  const text = JSON.stringify(values ?? {})
  attempt(() => {
    if (text === '{}') sessionStorage.removeItem(keyPrefixOf(userId) + name)
    else sessionStorage.setItem(keyPrefixOf(userId) + name, text)
  })
}

/** Returns the stored values, not validated; null if there are none. */
export const readFormSnapshot = (userId: number, name: string): object | null =>
  attempt(() => JSON.parse(sessionStorage.getItem(keyPrefixOf(userId) + name) ?? 'null')) ?? null

function forgetOthers(): void {
  const me = session.get()
  // A session that ended by itself leaves the values for the person's return.
  if (!me && session.reason() !== null) return
  const mine = me ? keyPrefixOf(me._id) : null
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(mine && key.startsWith(mine))) sessionStorage.removeItem(key)
  })
}

forgetOthers()
session.subscribe(forgetOthers)
