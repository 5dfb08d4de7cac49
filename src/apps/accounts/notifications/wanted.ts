/** Which kinds of notifications a person may get, and whether they want any. */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KINDS, type Kind, type Wanted } from '#contract/apps/notifications.ts'
import { keysOf } from '#contract/records.ts'
import { callerOf } from '#src/api/session.ts'

export const mayReceive = (me: SessionUser, kind: Kind): boolean => KINDS[kind].who.allows(callerOf(me), {}) === true

/** Whether any chosen kind would be sent: a kind whose right the person has lost does not count. */
export function wantsAny(me: SessionUser, { etlSources, ...chosen }: Wanted): boolean {
  const isChosen = { ...chosen, etlFailures: etlSources.length > 0 }
  return keysOf(isChosen).some((kind) => isChosen[kind] && mayReceive(me, kind))
}
