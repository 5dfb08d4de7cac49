/**
 * Changes what somebody may do. Our server takes what has changed, and sees to the rest itself; another one gets all of
 * the permissions at once and is asked about the board by calls of its own, as the spec has it (§4, §7).
 */
import { type User, updatePermissions } from '#contract/apps/accounts.ts'
import { createBreak, deleteBreak } from '#contract/apps/onbreak.ts'
import type { BodyIn } from '#contract/call.ts'
import { DEACTIVATED } from '#contract/values.ts'
import { FLAG_NAMES, type FlagName } from '#contract/who.ts'
import { send } from './call.ts'
import { isOther } from './portal-config.ts'
import { isUnknownCall } from './problem.ts'

type Changes = BodyIn<typeof updatePermissions>
type Headers = Readonly<Record<string, string>>

const NO_FLAGS = Object.fromEntries(FLAG_NAMES.map((flag) => [flag, false])) as Record<FlagName, boolean>

/** On the board, or off it; whoever is not there is off it. */
async function board(id: number, isOn: boolean): Promise<void> {
  const params = { id }
  if (isOn) await send(createBreak, { params })
  else
    await send(deleteBreak, { params }).catch((error) => {
      if (!isUnknownCall(error)) throw error
    })
}

type Present = Pick<User, 'isAdmin' | 'permissions'>

/** `present`: how they are now, asked for only where it is needed; `changes`: what becomes of it. */
export async function changePermissions(
  id: number,
  present: () => Present | Promise<Present>,
  changes: Changes,
  headers: Headers,
): Promise<void> {
  const params = { id }
  if (!(await isOther())) return void (await send(updatePermissions, { params, body: changes, headers }))
  const { isAdmin, permissions } = await present()
  const { empType: dept, myManager: cepManager, changed_password: _, ...flags } = permissions
  await send(updatePermissions, { params, body: { ...flags, cepManager, dept, isAdmin, ...changes }, headers })
  if (changes.access_onbreak !== undefined) await board(id, changes.access_onbreak)
}

/** Takes all permissions, the admin flag and the department. */
export async function deactivateUser(id: number, headers: Headers): Promise<void> {
  const params = { id }
  const body = { ...NO_FLAGS, cepManager: null, isAdmin: false, dept: DEACTIVATED }
  await send(updatePermissions, { params, body, headers })
  if (await isOther()) await board(id, false)
}
