/**
 * Breaks that a person enters by hand, long over or still under way (wire.md “On break”, POST
 * onbreak/create/breakdata).
 */
import type { createBreakData } from '#contract/apps/onbreak.ts'
import { recordChange } from '../../db/feed.ts'
import { badRequest } from '../../http/problem.ts'
import { alreadyDone, type Input } from '../../http/route.ts'
import { after, HOUR_MS } from '../../lib/instants.ts'
import { findUser } from '../accounts/store.ts'
import { refuseUnknownType } from './change.ts'
import { asLogEntry, findBreak, openBreak, openEntryOf } from './log.ts'
import { findBreakRecord } from './store.ts'

/** How far ahead of ours a device's clock may be; a later time of leaving is in the future. */
const AHEAD_MS = HOUR_MS

type ByHandInput = Pick<Input<typeof createBreakData>, 'db' | 'caller' | 'body' | 'now'>

/**
 * Writes an entry into the caller's log, once for each time of leaving. Throws 400 for a future break and for an
 * unknown break type.
 */
export async function writeByHand({ db, caller, body, now }: ByHandInput) {
  const existing = await findBreak(db, caller.id, body.clockOutTime)
  if (existing) return alreadyDone(asLogEntry(existing))
  const rev = await recordChange(db, 'break-log', caller.id, now)
  // The revision is locked now, so an identical entry written a moment ago is visible.
  const concurrent = await findBreak(db, caller.id, body.clockOutTime)
  if (concurrent) return alreadyDone(asLogEntry(concurrent))
  if (body.clockOutTime > after(now, AHEAD_MS)) throw badRequest('This break is still to come.', 'clockOutTime')
  const user = await findUser(db, caller.id)
  const isAway = (await findBreakRecord(db, caller.id))?.status === 0
  const underWay = isAway ? await openEntryOf(db, caller.id) : undefined
  if (underWay?.break_type !== body.breakType) await refuseUnknownType(db, body.breakType)
  const entry = {
    user: { id: caller.id, name: user?.name ?? caller.name, department: user?.department ?? '' },
    breakType: body.breakType,
    customMessage: body.customMessage ?? '',
    clockOutTime: body.clockOutTime,
    // Only the break under way stays open. Nobody has said how long any other break took: it is logged, and counts for
    // no time.
    ...(isAway && !underWay ? {} : { clockInTime: body.clockOutTime }),
  }
  return asLogEntry(await openBreak(db, entry, { by: caller.id, rev }))
}
