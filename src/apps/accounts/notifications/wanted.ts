/** Of what somebody may hear, and whether they want to hear of anything. */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KINDS, type Kind, type Wanted } from '#contract/apps/notifications.ts'
import { callerOf } from '#src/api/session.ts'

export const mayHear = (me: SessionUser, kind: Kind): boolean => KINDS[kind].who.allows(callerOf(me), {}) === true

/** What they have no right to any more is not told them, though it was chosen once. */
export const wantsAny = (me: SessionUser, { etlSources, ...chosen }: Wanted): boolean =>
  Object.entries({ ...chosen, etlFailures: etlSources.length > 0 }).some(
    ([kind, isChosen]) => isChosen && mayHear(me, kind as Kind),
  )
