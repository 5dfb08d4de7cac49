/** Which kinds of notifications a person may get, and whether they want any. */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KINDS, type Kind, type Wanted } from '#contract/apps/notifications.ts'
import { callerOf } from '#src/api/session.ts'

export const mayReceive = (me: SessionUser, kind: Kind): boolean => KINDS[kind].who.allows(callerOf(me), {}) === true

/** Whether any chosen kind would be sent: a kind whose right the person has lost does not count. */
export const wantsAny = (me: SessionUser, { etlSources, ...chosen }: Wanted): boolean =>
  Object.entries({ ...chosen, etlFailures: etlSources.length > 0 }).some(
    ([kind, isChosen]) => isChosen && mayReceive(me, kind as Kind),
  )
