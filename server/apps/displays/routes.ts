/** The calls of displays: wire.md “On break”. */
import * as calls from '#contract/apps/displays.ts'
import type { Db } from '../../db/tables.ts'
import { conflict, notFound, Problem } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { auditThing, diff } from '../audit/store.ts'
import { approvedDisplay, bindCode, countGuess, countPoll, forgiveGuess, makeCode, screenOfCode } from './codes.ts'
import { addDisplay, issueToken, listDisplays, removeDisplay, renameDisplay } from './store.ts'

const USED = 'This code has been used already. Let the screen show another one.'
const NONE = 'There is no such display.'
const UNKNOWN = 'No screen shows this code now. Check it, or let the screen show another one.'

/** Returns the screen that shows a code. Throws 404 at the code's field if none does, 409 if the code was used. */
async function screenOf(db: Db, code: string, now: string): Promise<calls.AskingScreen> {
  const found = await screenOfCode(db, code, now)
  if (!found) throw new Problem(404, { detail: UNKNOWN, fields: { code: UNKNOWN } })
  if (found.isUsed) throw conflict(USED)
  return found.screen
}

export const displaysRoutes: readonly Route[] = [
  route(calls.createDisplayCode, ({ db, address, request, now }) =>
    makeCode(db, address, request.headers['user-agent'] ?? '', now),
  ),

  route(calls.collectDisplayToken, {
    prepare: ({ db, body, now }) => countPoll(db, body.deviceCode, now),
    // Until the code's 15 minutes are over a new token can be collected: the response with the first may have been lost.
    run: async ({ db, body, now }) => {
      const id = await approvedDisplay(db, body.deviceCode)
      const issued = id === null ? null : await issueToken(db, id, now)
      if (!issued) throw conflict('Nobody has approved this screen yet.')
      return issued
    },
  }),

  route(calls.listDisplays, ({ db }) => listDisplays(db)),

  route(calls.findAskingScreen, {
    prepare: ({ db, caller, now }) => countGuess(db, caller.id, now),
    run: async ({ db, query, now }, guess) => {
      const screen = await screenOf(db, query.code, now)
      await forgiveGuess(db, guess)
      return screen
    },
  }),

  route(calls.approveDisplay, {
    prepare: ({ db, caller, now }) => countGuess(db, caller.id, now),
    run: async (input, guess) => {
      const { db, caller, body, now } = input
      const { code, name } = body
      await screenOf(db, code, now)
      const display = await addDisplay(db, name, caller.name, now)
      if (!(await bindCode(db, code, display._id))) throw conflict(USED)
      await forgiveGuess(db, guess)
      await auditThing(input, 'display-approved', name)
      return display
    },
  }),

  route(calls.renameDisplay, async (input) => {
    const renamed = await renameDisplay(input.db, input.params.id, input.body.name)
    if (!renamed) throw notFound(NONE)
    const { before, after } = renamed
    const changes = diff({ name: before.name }, { name: after.name })
    if (changes.length > 0) await auditThing(input, 'display-renamed', before.name, changes)
    return after
  }),

  route(calls.revokeDisplay, async (input) => {
    const name = await removeDisplay(input.db, input.params.id, input.now)
    if (name === null) throw notFound(NONE)
    await auditThing(input, 'display-revoked', name)
  }),
]
