/** Saves users: the values of their form, the account before the permissions (spec §4, §7), and their deactivation. */
import { useRef, useState } from 'react'
import { type User, type UserRecord, updateUser } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { deactivateUser, sendPermissions, wholePermissions } from '#src/api/permissions.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { storedAlike, throwOnConflict } from '#src/forms/merge-conflicts.ts'
import { threeWayMerge } from '#src/forms/three-way-merge.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { users } from './queries.ts'
import { accountOf, permissionChanges, type UserValues, valuesOf } from './user-values.ts'

/** The fields that two admins can set to different values. A switch has only two values, so it cannot conflict. */
const CONFLICT_OPTIONS = {
  fieldNames: { name: 'Name', email: 'Email', dept: 'Department', manager: 'Manager' },
  button: 'Update',
  isSame: storedAlike(updateUser.body),
}

/**
 * Returns the values as they are sent, so that a first half the server has already taken does not look like somebody
 * else's change. The manager becomes a number, since an id is not quoted in messages.
 */
const sentValues = (user: User, { name, email, dept, manager }: UserValues) => ({
  name,
  email,
  dept: user.deactivated ? dept : dept || null,
  manager: Number(manager) || null,
})

const fetchUser = ({ _id }: Pick<User, '_id'>): Promise<User> =>
  queryClient.fetchQuery({ ...users.one(_id), staleTime: 0 })

/** `now`: the user as the server has them at that moment. */
async function savePermissions(
  user: User,
  now: UserRecord,
  values: UserValues,
  isAdmin = values.isAdmin,
): Promise<void> {
  const changes = permissionChanges(user, values)
  const current = {
    deactivated: now.deactivated ?? user.deactivated,
    permissions: now.permissions ?? user.permissions,
    isAdmin,
  }
  const body = wholePermissions(current, changes)
  await sendPermissions({ id: user._id, changes, body })
}

/** Deactivates the user and returns them as they are afterwards. */
export async function deactivate({ _id }: User): Promise<User> {
  await deactivateUser(_id)
  const user = await fetchUser({ _id })
  void queryClient.invalidateQueries({ queryKey: users.list.queryKey })
  void queryClient.invalidateQueries({ queryKey: users.managers.queryKey })
  return user
}

/** Restores what the deactivation took away. Returns the user as they are afterwards. */
export async function restore(user: User, before: User): Promise<User> {
  // Sending a department reactivates the user, even an empty one.
  await savePermissions(user, user, { ...valuesOf(before), dept: before.permissions.empType })
  void queryClient.invalidateQueries({ queryKey: users.key })
  return await fetchUser(user)
}

/** Returns a function that saves the form's values. */
export function useSaveUser() {
  const [keys] = useState(repeatKeys)
  /** The server's values of each opened user as of this admin's last attempt to save, others' changes included. */
  const known = useRef(new WeakMap<User, UserValues>())

  async function saveAccount(user: User, values: UserValues): Promise<UserRecord> {
    const body = accountOf(user, values)
    // Setting the password again would end the user's sessions again, so it needs a key. Everything else may be
    // repeated; under its old key it would have no effect after somebody has undone it.
    const headers = body.password === '' ? {} : keys.headers('account', body)
    return await send(updateUser, { params: { id: user._id }, body, headers })
  }

  /**
   * Throws if the server refuses, and a `Conflict` if somebody else has changed the same field. A retry does not repeat
   * what was done before.
   */
  async function save(user: User, values: UserValues): Promise<void> {
    const me = session.get()
    const now = await fetchUser(user)
    const [first, latest] = [valuesOf(user), valuesOf(now)]
    const before = known.current.get(user) ?? first
    known.current.set(user, latest)
    const as = (each: UserValues) => sentValues(user, each)
    throwOnConflict({ first: as(first), known: as(before), typed: as(values), now: as(latest) }, CONFLICT_OPTIONS)
    // A form opened earlier must not undo a new name of the user's own, or an admin flag taken by another admin.
    const whole = threeWayMerge(first, values, latest, CONFLICT_OPTIONS.isSame)
    if (me?._id === user._id) {
      // For oneself the other way round, the admin flag last: without it, or with a new password, the rest would be
      // refused.
      await savePermissions(user, now, values, now.isAdmin)
      const fresh = await saveAccount(user, whole)
      // A new password has ended every session, this one too.
      if (values.password) session.end(me.token)
      else session.renew(me.token, { ...me, ...fresh, permissions: fresh.permissions ?? me.permissions })
    } else {
      // A reactivated user becomes an admin together with the department that reactivates them, and not before.
      const isAdmin = now.deactivated ? now.isAdmin : whole.isAdmin
      await savePermissions(user, await saveAccount(user, { ...whole, isAdmin }), values, whole.isAdmin)
    }
    keys.forget()
    void queryClient.invalidateQueries({ queryKey: users.key })
  }
  return save
}
