/** The session of the person signed in on this device: `localStorage.userInfo` (spec §3), shared by all tabs. */
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { SessionUser } from '#contract/apps/accounts.ts'
import type { Caller } from '#contract/who.ts'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'
import { STORED_SESSION, storedSession } from './stored-session.ts'

function read(): SessionUser | null {
  try {
    const result = z.safeParse(SessionUser, storedSession())
    return result.success ? result.data : null
  } catch {
    return null // storage is forbidden, or the value is not ours
  }
}

/** Storage key under which a tab tells the others why the session has ended. */
const ENDED_KEY = 'portal.ended'

const endedBecause = (): string | null => attempt(() => localStorage.getItem(ENDED_KEY)) ?? null

let current = read()
/** Why the session ended without the person asking for it; shown over the sign-in form, also after a reload. */
let reason = current ? null : endedBecause()
/** Whether the person has just signed out in this tab, and the sign-in form is not shown yet. */
let hasLeft = false
/** Whether the session is stored; without storage it lasts as long as the page. */
let isStored = true
const { notify, listen } = listeners()

function change(user: SessionUser | null, because: string | null, isLeaving = false): void {
  current = user
  reason = because
  hasLeft = isLeaving
  notify()
}

function adoptStored(): void {
  const user = read()
  change(user, user ? null : endedBecause())
}

window.addEventListener('storage', ({ key }) => {
  if (key === STORED_SESSION || key === null) adoptStored()
})

/** Rereads the session: a page that slept, or returns from the back/forward cache, may have missed storage events. */
function rereadIfChanged(): void {
  // Storage that has become forbidden does not mean that nobody is signed in.
  const seen = attempt(() => ({ stored: storedSession() as SessionUser | null }))
  if (seen && isStored && seen.stored?.token !== current?.token) adoptStored()
}
// In the capture phase, so that it runs before all other listeners.
for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, rereadIfChanged, true)

export const session = {
  get: () => current,
  reason: () => reason,
  hasLeft: () => hasLeft,
  /** Stores the session user; null signs this device out. */
  set(user: SessionUser | null, because: string | null = null): void {
    // Before the session: another tab reads the reason as soon as it sees the session gone. A full disk has no room for it,
    // but must not keep the person signed in.
    attempt(() => (because ? localStorage.setItem(ENDED_KEY, because) : localStorage.removeItem(ENDED_KEY)))
    try {
      if (user) localStorage.setItem(STORED_SESSION, JSON.stringify(user))
      else localStorage.removeItem(STORED_SESSION)
      isStored = true
    } catch {
      isStored = false
    }
    change(user, because, !user && because === null && current !== null)
  },
  /** The sign-in form is shown: a page requested from now on is opened after sign-in. */
  arrive(): void {
    hasLeft = false
  },
  /** Updates the session that has this token. Does nothing if it has ended since: a late answer signs nobody in again. */
  renew(token: string, news: Partial<SessionUser>): void {
    rereadIfChanged()
    if (current && current.token === token) this.set({ ...current, ...news })
  },
  /** Ends the session if it still has this token. `because`: by default, that the server no longer accepts the token. */
  end(token: string | undefined, because: string | null = 'Your session has ended.'): void {
    rereadIfChanged()
    if (current && current.token === token) this.set(null, because)
  },
  /** Subscribes to every change, also from other tabs; returns a function that unsubscribes. */
  subscribe: listen,
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.get)

/** Returns the signed-in person. Throws if nobody is signed in, so use it only inside the signed-in layout. */
export function useMe(): SessionUser {
  const me = useSession()
  if (!me) throw new Error('Nobody is signed in.')
  return me
}

/** Returns the person as a `Caller` for the contract's rules. */
export const callerOf = (me: SessionUser): Caller => ({
  kind: 'session',
  id: me._id,
  isAdmin: me.isAdmin,
  permissions: me.permissions,
})
