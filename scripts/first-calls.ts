/** What a screen waits for at a person's first visit, as the shell's script asks for it (src/early.ts): from the contract. */
import { listApplications, listPins } from '#contract/apps/applications.ts'
import { listMyTasks } from '#contract/apps/checklist.ts'
import { listOpenPeriods } from '#contract/apps/mood.ts'
import { getBoard, getMyBreak } from '#contract/apps/onbreak.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { type Caller, FLAG_NAMES, type FlagName, ofFlags } from '#contract/who.ts'
import { urlOf } from '#src/api/fetch.ts'

/** As the screens' own questions have it: in other words it would be asked for twice. */
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

/** `flags`: any of them opens the call; none: everybody may. */
function firstCall(call: CallDeclaration, query?: object) {
  const isForAll = call.who.allows(callerWith(), {}) === true
  const flags = isForAll ? [] : FLAG_NAMES.filter((flag) => call.who.allows(callerWith(flag), {}) === true)
  if (!isForAll && flags.length === 0) throw new Error(`No single flag opens ${call.path}.`)
  return { url: urlOf(call, {}, query), isKept: call.cached === true, flags }
}

/** By the screen's path. */
export const firstCalls = Object.fromEntries(
  Object.entries(FIRST).map(([path, calls]) => [path, calls.map(([call, query]) => firstCall(call, query))]),
)
