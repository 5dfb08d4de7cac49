/** Who is signed in on this device: `localStorage.userInfo`, as the spec has it (§3), shared by all tabs. */
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
    return null // storage forbidden, or not ours
  }
}

/** Where a tab leaves for the others why nobody is signed in any more. */
const ENDED = 'portal.ended'

const endedBecause = (): string | null => attempt(() => localStorage.getItem(ENDED)) ?? null

let current = read()
/** Why the session ended without the person asking for it; shown over the sign-in form, also after a reload. */
let reason = current ? null : endedBecause()
/** Somebody signed out, by their own will and in this tab, and is on the way to the sign-in form. */
let hasLeft = false
/** Without storage the session lasts as long as the page. */
let isStored = true
const { tell, listen } = listeners()

function change(user: SessionUser | null, because: string | null, isLeaving = false): void {
  current = user
  reason = because
  hasLeft = isLeaving
  tell()
}

function hear(): void {
  const user = read()
  change(user, user ? null : endedBecause())
}

window.addEventListener('storage', ({ key }) => {
  if (key === STORED_SESSION || key === null) hear()
})

/** A page that slept, or comes back from the browser's memory, may not have been told who has left and who has come. */
function look(): void {
  // Storage that is forbidden by now says nothing, and not that nobody is here.
  const seen = attempt(() => ({ stored: storedSession() as SessionUser | null }))
  if (seen && isStored && seen.stored?.token !== current?.token) hear()
}
// Before anybody else hears that the page is back.
for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, look, true)

export const session = {
  get: () => current,
  reason: () => reason,
  hasLeft: () => hasLeft,
  /** Stores the session user; null signs this device out. */
  set(user: SessionUser | null, because: string | null = null): void {
    try {
      if (because) localStorage.setItem(ENDED, because)
      else localStorage.removeItem(ENDED)
      if (user) localStorage.setItem(STORED_SESSION, JSON.stringify(user))
      else localStorage.removeItem(STORED_SESSION)
      isStored = true
    } catch {
      isStored = false
    }
    change(user, because, !user && because === null && current !== null)
  },
  /** The sign-in form is there: whoever asks for a page from now on gets it after signing in. */
  arrive(): void {
    hasLeft = false
  },
  /** What is new of whoever is signed in with `token`. Nothing where they have left since: an answer signs nobody in again. */
  renew(token: string, news: Partial<SessionUser>): void {
    look()
    if (current && current.token === token) this.set({ ...current, ...news })
  },
  /** The server knows this token no longer: whoever is still signed in with it must sign in again. */
  end(token: string | undefined): void {
    look()
    if (current && current.token === token) this.set(null, 'Your session has ended.')
  },
  /** Hears of every change, those of other tabs too. Answers how to stop. */
  subscribe: listen,
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.get)

/** The signed-in person; only below the signed-in frame. */
export function useMe(): SessionUser {
  const me = useSession()
  if (!me) throw new Error('Nobody is signed in.')
  return me
}

/** The person as the contract's rules know a caller. */
export const callerOf = (me: SessionUser): Caller => ({
  kind: 'session',
  id: me._id,
  isAdmin: me.isAdmin,
  permissions: me.permissions,
})
