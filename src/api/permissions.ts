/** Changes what somebody may do (spec §4, §7). */
import { type User, updatePermissions } from '#contract/apps/accounts.ts'
import { createBreak, deleteBreak } from '#contract/apps/onbreak.ts'
import type { BodyIn } from '#contract/call.ts'
import { DEACTIVATED } from '#contract/values.ts'
import { ofFlags } from '#contract/who.ts'
import { send } from './call.ts'
import { isOther } from './portal-config.ts'
import { isUnknownCall } from './problem.ts'

type Changes = BodyIn<typeof updatePermissions>
type Headers = Readonly<Record<string, string>>

/** On the board, or off it; whoever is not there is off it. */
async function board(id: number, isOn: boolean): Promise<void> {
  const params = { id }
  if (isOn) await send(createBreak, { params })
  else
    await send(deleteBreak, { params }).catch((error) => {
      if (!isUnknownCall(error)) throw error
    })
}

type Present = Pick<User, 'isAdmin' | 'permissions'> & Partial<Pick<User, 'deactivated'>>

/**
 * The payload as the spec has it (§7): all permissions as they are at present, and what becomes of them. Without a
 * department of somebody deactivated, since any would let them back in.
 */
export function wholePermissions({ isAdmin, deactivated, permissions }: Present, changes: Changes): Changes {
  const { empType: dept, myManager: cepManager, changed_password: _, ...flags } = permissions
  return { ...flags, cepManager, isAdmin, ...(deactivated ? {} : { dept }), ...changes }
}

interface PermissionChange {
  readonly id: number
  /** What is changed. */
  readonly changes: Changes
  /** What is sent: that alone, or all of them. */
  readonly body: Changes
  readonly headers?: Headers
}

/** Our server puts on the board and takes off it by itself; another one is asked for it. */
export async function sendPermissions({ id, changes, body, headers = {} }: PermissionChange): Promise<void> {
  await send(updatePermissions, { params: { id }, body, headers })
  if (changes.access_onbreak !== undefined && (await isOther())) await board(id, changes.access_onbreak)
}

/** Takes all permissions, the admin flag and the department. */
export async function deactivateUser(id: number, headers: Headers = {}): Promise<void> {
  const params = { id }
  const body = { ...ofFlags(false), cepManager: null, isAdmin: false, dept: DEACTIVATED }
  await send(updatePermissions, { params, body, headers })
  if (await isOther()) await board(id, false)
}
