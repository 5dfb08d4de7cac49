/** Route guards: who may open a screen (spec §2, §6). The server checks too; guards spare people a refused screen. */
import { type HistoryState, redirect } from '@tanstack/react-router'
import { admin, boardAdmin, displayAdmin, etlReader, moodWriter, type Rule, videoWatcher } from '#contract/who.ts'
import { callerOf, session } from '#src/api/session.ts'

/** Whether the rule allows the person, or they must change the password first: they see only that screen anyway. */
function mayPass(rule: Rule): boolean {
  const me = session.get()
  return !me?.permissions.changed_password || rule.allows(callerOf(me), {}) === true
}

/** Returns a guard that redirects people whom the rule does not allow to `otherwise`. */
function must(rule: Rule, otherwise: '/' | '/login' | '/app/onbreak') {
  const refuse = (state: HistoryState = {}) => {
    throw redirect({ to: otherwise, replace: true, state })
  }
  /** Asks the server first: the right may just have been granted, which may be why the person comes. */
  async function askFirst(): Promise<void> {
    await import('#src/apps/accounts/use-refreshed-profile.ts')
      .then(({ refreshProfile }) => refreshProfile())
      .catch(() => {}) // no code, no answer
    if (!mayPass(rule)) refuse()
  }
  // For a person already on the screen (not `enter`), this device has just learned of the lost right: no need to ask.
  return ({ cause }: { readonly cause: 'preload' | 'enter' | 'stay' }) => {
    if (mayPass(rule)) return
    return cause === 'enter' ? askFirst() : refuse({ lostRight: true })
  }
}

export const mustBeAdmin = must(admin, '/')
/** Only the user list redirects to the sign-in page (spec §2 User list). */
export const mustBeAdminOrSignIn = must(admin, '/login')
export const mustReadEtl = must(etlReader, '/')
export const mustReadMood = must(moodWriter, '/')
export const mustWatchVideos = must(videoWatcher, '/')
export const mustAdminBoard = must(boardAdmin, '/app/onbreak')
export const mustKeepDisplays = must(displayAdmin, '/app/onbreak')
