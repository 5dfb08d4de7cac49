/** The calls that a screen waits for at a first visit, from the contract, for the shell's script (src/early.ts). */
import { listApplications, listPins } from '#contract/apps/applications.ts'
import { listMyTasks } from '#contract/apps/checklist.ts'
import { listOpenPeriods } from '#contract/apps/mood.ts'
import { getBoard, getMyBreak } from '#contract/apps/onbreak.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { type Caller, FLAG_NAMES, type FlagName, ofFlags } from '#contract/who.ts'
import { urlOf } from '#src/api/fetch.ts'

/** Calls by path, with the same query as the screen's own request: with another, it would be sent twice. */
const FIRST: Readonly<Record<string, readonly (readonly [CallDeclaration, query?: object])[]>> = {
  '/': [[listApplications, { page: 1 }], [listPins], [listMyTasks], [listOpenPeriods]],
  '/app/onbreak': [[getBoard], [getMyBreak]],
}

const callerWith = (flag?: FlagName): Caller => ({
  kind: 'session',
  id: 0,
  isAdmin: false,
  permissions: { ...ofFlags(false), ...(flag ? { [flag]: true } : {}), changed_password: true },
})

/**
 * Returns the call for the shell's script. `flags`: permissions any of which allows the call; empty: everybody may.
 * @throws if no single permission allows the call.
 */
function firstCall(call: CallDeclaration, query?: object) {
  const isForAll = call.who.allows(callerWith(), {}) === true
  const flags = isForAll ? [] : FLAG_NAMES.filter((flag) => call.who.allows(callerWith(flag), {}) === true)
  if (!isForAll && flags.length === 0) throw new Error(`No single flag opens ${call.path}.`)
  return { url: urlOf(call, {}, query), isKept: call.cached === true, flags }
}

/** The calls of each screen, by its path. */
export const firstCalls = Object.fromEntries(
  Object.entries(FIRST).map(([path, calls]) => [path, calls.map(([call, query]) => firstCall(call, query))]),
)
