/** Changes a user's permissions (spec §4, §7). */
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

/** Puts a user on the board or takes them off it; a user who is not on it counts as taken off. */
async function setOnBoard(id: number, isOn: boolean): Promise<void> {
  const params = { id }
  if (isOn) await send(createBreak, { params })
  else
    await send(deleteBreak, { params }).catch((error) => {
      if (!isUnknownCall(error)) throw error
    })
}

type CurrentPermissions = Pick<User, 'isAdmin' | 'permissions'> & Partial<Pick<User, 'deactivated'>>

/**
 * Returns the payload of the spec (§7): all present permissions with the changes applied. The department of a deactivated
 * user is left out, because any department would re-activate them.
 */
export function wholePermissions({ isAdmin, deactivated, permissions }: CurrentPermissions, changes: Changes): Changes {
  const { empType: dept, myManager: cepManager, changed_password: _, ...flags } = permissions
  return { ...flags, cepManager, isAdmin, ...(deactivated ? {} : { dept }), ...changes }
}

interface PermissionChange {
  readonly id: number
  /** The permissions that change. */
  readonly changes: Changes
  /** The payload: the changes alone, or all permissions. */
  readonly body: Changes
  readonly headers?: Headers
}

/** Sends a change of permissions. Our server updates the board by itself; another one is asked to. */
export async function sendPermissions({ id, changes, body, headers = {} }: PermissionChange): Promise<void> {
  await send(updatePermissions, { params: { id }, body, headers })
  if (changes.access_onbreak !== undefined && (await isOther())) await setOnBoard(id, changes.access_onbreak)
}

/** Deactivates a user: removes all permissions, the admin flag and the department (spec §2), but not the manager. */
export async function deactivateUser(id: number, headers: Headers = {}): Promise<void> {
  const params = { id }
  const isElsewhere = await isOther()
  // Another server wants every field; on ours what is left out stays.
  const manager = isElsewhere ? { cepManager: null } : {}
  const body = { ...ofFlags(false), ...manager, isAdmin: false, dept: DEACTIVATED }
  await send(updatePermissions, { params, body, headers })
  if (isElsewhere) await setOnBoard(id, false)
}
