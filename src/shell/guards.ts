/** Who may open a screen (spec §2, §6). The server decides all the same; this spares people a screen of refusals. */
import { redirect } from '@tanstack/react-router'
import { admin, displayKeeper, either, etlReader, has, moodWriter, type Rule } from '#contract/who.ts'
import { callerOf, session } from '#src/api/session.ts'

/** Sends whom the rule does not allow somewhere else. Whoever must change the password first is sent nowhere. */
function must(rule: Rule, otherwise: '/' | '/login' | '/app/onbreak') {
  return () => {
    const me = session.get()
    if (!me?.permissions.changed_password) return
    if (rule.allows(callerOf(me), {}) !== true) throw redirect({ to: otherwise, replace: true })
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
