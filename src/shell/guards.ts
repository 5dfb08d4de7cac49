/** Who may open a screen (spec §2, §6). The server decides all the same; this spares people a screen of refusals. */
import { type HistoryState, redirect } from '@tanstack/react-router'
import { admin, displayKeeper, either, etlReader, has, moodWriter, type Rule } from '#contract/who.ts'
import { callerOf, session } from '#src/api/session.ts'

/** Also whoever must change the password first: they see nothing else anyway. */
function mayPass(rule: Rule): boolean {
  const me = session.get()
  return !me?.permissions.changed_password || rule.allows(callerOf(me), {}) === true
}

/** Sends whom the rule does not allow somewhere else. */
function must(rule: Rule, otherwise: '/' | '/login' | '/app/onbreak') {
  const refuse = (state: HistoryState = {}) => {
    throw redirect({ to: otherwise, replace: true, state })
  }
  /** The right may have been given since this device last heard of it: in answer to which the person comes. */
  async function askFirst(): Promise<void> {
    await import('#src/apps/accounts/use-refreshed-profile.ts')
      .then(({ refreshProfile }) => refreshProfile())
      .catch(() => {}) // no code, no answer
    if (!mayPass(rule)) refuse()
  }
  // Whoever is there already: the device has just heard that they may not.
  return ({ cause }: { readonly cause: 'preload' | 'enter' | 'stay' }) => {
    if (mayPass(rule)) return
    return cause === 'enter' ? askFirst() : refuse({ lostRight: true })
  }
}

export const mustBeAdmin = must(admin, '/')
/** The user list alone sends others to the sign-in page (spec §2 User list). */
export const mustBeAdminOrSignIn = must(admin, '/login')
export const mustReadEtl = must(etlReader, '/')
export const mustReadMood = must(moodWriter, '/')
export const mustWatchVideos = must(either(admin, has('isCEP')), '/')
export const mustAdminBoard = must(has('onbreak_admin'), '/app/onbreak')
export const mustKeepDisplays = must(displayKeeper, '/app/onbreak')
