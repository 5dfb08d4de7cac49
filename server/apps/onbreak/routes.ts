/** The calls of the board: wire.md “On break”. */
import * as calls from '#contract/apps/onbreak.ts'
import type { AnswerOf } from '#contract/call.ts'
import { retried } from '../../db/errors.ts'
import { changed } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, conflict, notFound } from '../../http/problem.ts'
import { again, Parts, type Route, route } from '../../http/route.ts'
import { endOfDay, startOfDay } from '../../lib/company-time.ts'
import { after, HOUR_MS } from '../../lib/instants.ts'
import { holderOf, issueTicket } from '../../live/tickets.ts'
import { users } from '../accounts/store.ts'
import { auditThing, diff } from '../audit/store.ts'
import { freshBoard } from './board.ts'
import { type Change, changeStatus, refuseUnknownType } from './change.ts'
import { asLogEntry, entriesBetween, findBreak, openBreak, openEntryOf } from './log.ts'
import { asBreakInfo, type BreakRecord, breaks, putOnBoard, takeOffBoard } from './store.ts'
import { breakTypes } from './types.ts'

const NOT_ON_BOARD = 'This person is not on the board.'

/** The record of somebody who takes part, held; made where there is none yet, also by another server at this moment. */
async function recordOf(db: Db, userId: number, now: string): Promise<BreakRecord> {
  const record =
    (await breaks(db).hold(userId)) ?? (await putOnBoard(db, userId, now)) ?? (await breaks(db).hold(userId))
  if (!record) throw notFound(NOT_ON_BOARD)
  return record
}

/** A read that makes what is missing (wire.md “On break”), and then says so. */
async function readOrMake({ db, feed }: Pick<Deps, 'db' | 'feed'>, userId: number, now: string): Promise<BreakRecord> {
  const there = await breaks(db).find(userId)
  if (there) return there
  const made = await retried(() => db.transaction().execute((transaction) => recordOf(transaction, userId, now)))
  feed.wake()
  return made
}

/** A device's clock may be ahead of ours; nobody has left who leaves later than that. */
const AHEAD_MS = HOUR_MS

/** Nothing changed: it is the record that was there. */
const answerTo = ({ record, baseRev }: Change, made: BreakRecord): AnswerOf<typeof calls.updateBreak> => ({
  ...asBreakInfo(made),
  ...(made === record && baseRev !== null ? { isChanged: false } : {}),
})

export const onbreakRoutes: readonly Route[] = [
  route(calls.getMyBreak, async ({ db, deps, caller, now }) =>
    asBreakInfo(await readOrMake({ ...deps, db }, caller.id, now)),
  ),

  route(calls.getBreak, async ({ db, deps, caller, params, now }) => {
    const mayBeMade = params.id === caller.id && caller.permissions.access_onbreak
    const record = mayBeMade ? await readOrMake({ ...deps, db }, params.id, now) : await breaks(db).find(params.id)
    if (!record) throw notFound(NOT_ON_BOARD)
    return asBreakInfo(record)
  }),

  route(calls.getBoard, async ({ db }) => (await freshBoard(db)).kept()),

  route(calls.updateMyBreak, async ({ db, deps, caller, body, now, occurredAt, baseRev }) => {
    const record = await recordOf(db, caller.id, now)
    const { timeZone } = deps.config
    const change = { record, wanted: body, by: caller, occurredAt, baseRev, now, timeZone }
    return answerTo(change, await changeStatus(db, change))
  }),

  route(calls.updateBreak, async ({ db, deps, caller, params, body, now, occurredAt, baseRev }) => {
    const record = await breaks(db).hold(params.id)
    if (!record) throw notFound(NOT_ON_BOARD)
    const { timeZone } = deps.config
    const change = { record, wanted: body, by: caller, occurredAt, baseRev, now, timeZone }
    return answerTo(change, await changeStatus(db, change))
  }),

  route(calls.createBreak, async ({ db, params, now }) => {
    const user = await users(db).get(params.id)
    const there = await breaks(db).find(params.id)
    if (there) return again(asBreakInfo(there))
    if (user.deactivated)
      throw conflict(`${user.name} is deactivated: a department lets them back in, and then they can be on the board.`)
    if (!user.access_onbreak) throw conflict(`${user.name} has no Access On-Break.`)
    return asBreakInfo(await recordOf(db, params.id, now))
  }),

  route(calls.createBreakData, async ({ db, caller, body, now }) => {
    const there = await findBreak(db, caller.id, body.clockOutTime)
    if (there) return again(asLogEntry(there))
    const rev = await changed(db, 'break-log', caller.id, now)
    // The revision's lock is held now: a twin that came first is visible.
    const twin = await findBreak(db, caller.id, body.clockOutTime)
    if (twin) return again(asLogEntry(twin))
    if (body.clockOutTime > after(now, AHEAD_MS)) throw badRequest('This break is still to come.', 'clockOutTime')
    const user = await users(db).find(caller.id)
    const isAway = (await breaks(db).find(caller.id))?.status === 0
    const underWay = isAway ? await openEntryOf(db, caller.id) : undefined
    if (underWay?.break_type !== body.breakType) await refuseUnknownType(db, body.breakType)
    const entry = {
      user: { id: caller.id, name: user?.name ?? caller.name, department: user?.department ?? '' },
      breakType: body.breakType,
      customMessage: body.customMessage ?? '',
      clockOutTime: body.clockOutTime,
      // Only the break under way lasts. How long another took nobody has said: it is there, and counts for no time.
      ...(isAway && !underWay ? {} : { clockInTime: body.clockOutTime }),
    }
    return asLogEntry(await openBreak(db, entry, { by: caller.id, rev }))
  }),

  route(calls.deleteBreak, async ({ db, caller, params, now }) => {
    if (!(await takeOffBoard(db, params.id, now, caller.id))) throw notFound(NOT_ON_BOARD)
    return undefined
  }),

  route(calls.listBreakTypes, ({ db }) => breakTypes(db).all()),
  route(calls.listBuiltInBreakTypes, ({ db }) => breakTypes(db).builtIn()),
  route(calls.planBuiltInBreakType, async (input) => {
    const { db, body, now } = input
    const { before, after } = await breakTypes(db).planBuiltIn(body.breakType, body.plannedMinutes, now)
    const changes = diff(before, after)
    if (changes.length > 0) await auditThing(input, 'break-type-changed', body.breakType, changes)
    return after
  }),
  route(calls.createBreakType, async (input) => {
    const made = await breakTypes(input.db).add(input.body, input.now)
    await auditThing(input, 'break-type-made', made.breakType)
    return made
  }),
  route(calls.updateBreakType, async (input) => {
    const { before, after } = await breakTypes(input.db).change(input.params.id, input.body, input.now)
    const kind = before.breakType === after.breakType ? 'break-type-changed' : 'break-type-renamed'
    const changes = diff(before, after)
    if (changes.length > 0) await auditThing(input, kind, before.breakType, changes)
    return after
  }),
  route(calls.deleteBreakType, async (input) => {
    const { breakType } = await breakTypes(input.db).remove(input.params.id, input.now)
    await auditThing(input, 'break-type-deleted', breakType)
  }),

  route(calls.createTicket, async ({ db, caller, now }) => ({
    ticket: await issueTicket(db, holderOf(caller), now),
  })),

  route(calls.listBreakLog, async ({ db, deps, query }) => {
    if (query.from > query.to) throw badRequest('“from” is after “to”.', 'from')
    const { timeZone } = deps.config
    return new Parts(entriesBetween(db, startOfDay(query.from, timeZone), endOfDay(query.to, timeZone)))
  }),
]
