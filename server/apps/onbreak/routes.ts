/** The calls of the board: wire.md “On break”. */
import * as calls from '#contract/apps/onbreak.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Db } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, conflict, notFound } from '../../http/problem.ts'
import { alreadyDone, type Input, Parts, type Route, route } from '../../http/route.ts'
import { timedChangeOf } from '../../http/timing.ts'
import { endOfDay, startOfDay } from '../../lib/company-time.ts'
import { holderOf, issueTicket } from '../../live/tickets.ts'
import { getUser } from '../accounts/store.ts'
import { auditThing, diff } from '../audit/store.ts'
import { freshBoard } from './board.ts'
import { writeByHand } from './by-hand.ts'
import { changeStatus } from './change.ts'
import { entriesBetween } from './log.ts'
import { asBreakInfo, type BreakRecord, findBreakRecord, holdBreakRecord, putOnBoard, takeOffBoard } from './store.ts'
import {
  addBreakType,
  changeBreakType,
  listBreakTypes,
  listBuiltInBreakTypes,
  planBuiltInBreakType,
  removeBreakType,
} from './types.ts'

const NOT_ON_BOARD = 'This person is not on the board.'

/**
 * Returns and locks the record of a person who takes part. Creates it if it is missing; another server may do so at the
 * same moment.
 */
async function recordOf(db: Db, userId: number, now: string): Promise<BreakRecord> {
  const record =
    (await holdBreakRecord(db, userId)) ?? (await putOnBoard(db, userId, now)) ?? (await holdBreakRecord(db, userId))
  if (!record) throw notFound(NOT_ON_BOARD)
  return record
}

/** Reads a record, creating a missing one (wire.md “On break”), and then wakes the feed. */
async function readOrMake({ db, feed }: Pick<Deps, 'db' | 'feed'>, userId: number, now: string): Promise<BreakRecord> {
  const existing = await findBreakRecord(db, userId)
  if (existing) return existing
  const made = await inTransaction(db, (tx) => recordOf(tx, userId, now))
  feed.wake()
  return made
}

type StatusInput = Omit<Input<typeof calls.updateBreak>, 'params'>

/**
 * Changes the status of the person whose locked record is given. `isChanged: false` tells a caller who sent a `baseRev`
 * that nothing changed.
 */
async function updateStatus(record: BreakRecord, input: StatusInput): Promise<AnswerOf<typeof calls.updateBreak>> {
  const made = await changeStatus(input.db, { record, wanted: input.body, ...timedChangeOf(input) })
  return { ...asBreakInfo(made), ...(made === record && input.baseRev !== null ? { isChanged: false } : {}) }
}

export const onbreakRoutes: readonly Route[] = [
  route(calls.getMyBreak, async ({ db, deps, caller, now }) =>
    asBreakInfo(await readOrMake({ ...deps, db }, caller.id, now)),
  ),

  route(calls.getBreak, async ({ db, deps, caller, params, now }) => {
    const mayBeMade = params.id === caller.id && caller.permissions.access_onbreak
    const record = mayBeMade ? await readOrMake({ ...deps, db }, params.id, now) : await findBreakRecord(db, params.id)
    if (!record) throw notFound(NOT_ON_BOARD)
    return asBreakInfo(record)
  }),

  route(calls.getBoard, async ({ db }) => (await freshBoard(db)).encoded()),

  route(calls.updateMyBreak, async (input) =>
    updateStatus(await recordOf(input.db, input.caller.id, input.now), input),
  ),

  route(calls.updateBreak, async (input) => {
    const record = await holdBreakRecord(input.db, input.params.id)
    if (!record) throw notFound(NOT_ON_BOARD)
    return updateStatus(record, input)
  }),

  route(calls.createBreak, async ({ db, params, now }) => {
    const user = await getUser(db, params.id)
    const existing = await findBreakRecord(db, params.id)
    if (existing) return alreadyDone(asBreakInfo(existing))
    if (user.deactivated)
      throw conflict(`${user.name} is deactivated: a department lets them back in, and then they can be on the board.`)
    if (!user.access_onbreak) throw conflict(`${user.name} has no Access On-Break.`)
    const made = await putOnBoard(db, params.id, now)
    // Null: somebody else has just put the person on the board, which counts as there already.
    return made ? asBreakInfo(made) : alreadyDone(asBreakInfo(await recordOf(db, params.id, now)))
  }),

  route(calls.createBreakData, writeByHand),

  route(calls.deleteBreak, async ({ db, caller, params, now }) => {
    if (!(await takeOffBoard(db, params.id, now, caller.id))) throw notFound(NOT_ON_BOARD)
    return undefined
  }),

  route(calls.listBreakTypes, ({ db }) => listBreakTypes(db)),
  route(calls.listBuiltInBreakTypes, ({ db }) => listBuiltInBreakTypes(db)),
  route(calls.planBuiltInBreakType, async (input) => {
    const { db, body, now } = input
    const { before, after } = await planBuiltInBreakType(db, body.breakType, body.plannedMinutes, now)
    const changes = diff(before, after)
    if (changes.length > 0) await auditThing(input, 'break-type-changed', body.breakType, changes)
    return after
  }),
  route(calls.createBreakType, async (input) => {
    const made = await addBreakType(input.db, input.body, input.now)
    await auditThing(input, 'break-type-made', made.breakType)
    return made
  }),
  route(calls.updateBreakType, async (input) => {
    const { before, after } = await changeBreakType(input.db, input.params.id, input.body, input.now)
    const kind = before.breakType === after.breakType ? 'break-type-changed' : 'break-type-renamed'
    const changes = diff(before, after)
    if (changes.length > 0) await auditThing(input, kind, before.breakType, changes)
    return after
  }),
  route(calls.deleteBreakType, async (input) => {
    const { breakType } = await removeBreakType(input.db, input.params.id, input.now)
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
