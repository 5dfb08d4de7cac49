/** Saves what the user form holds: the account, then the permissions (spec §4, §7). */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type User, type UserRecord, updateUser } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { deactivateUser, sendPermissions, wholePermissions } from '#src/api/permissions.ts'
import { session } from '#src/api/session.ts'
import { overNow, refuseClash, storedAlike } from '#src/forms/others-changes.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { users } from './queries.ts'
import { accountOf, permissionChanges, type UserValues, valuesOf } from './user-values.ts'

/** What two admins may each give another value; a switch has but two. */
const TERMS = {
  words: { name: 'Name', email: 'Email', dept: 'Department', manager: 'Manager' },
  button: 'Update',
  isSame: storedAlike(updateUser.body),
}

/** As it is sent: a first half that was taken already is not somebody else's. An id is quoted to nobody. */
const sent = (user: User, { name, email, dept, manager }: UserValues) => ({
  name,
  email,
  dept: user.deactivated ? dept : dept || null,
  manager: Number(manager) || null,
})

export function useSaveUser() {
  const client = useQueryClient()
  const [keys] = useState(repeatKeys)
  /** As others have left them by what this person has read. */
  const known = useRef(new WeakMap<User, UserValues>())

  async function account(user: User, values: UserValues): Promise<UserRecord> {
    const body = accountOf(user, values)
    // A password given once more would end their sessions once more. All else may be said again, and under its old key
    // would not be done where somebody has undone it since.
    const headers = body.password === '' ? {} : keys.headers('account', body)
    return await send(updateUser, { params: { id: user._id }, body, headers })
  }

  const present = ({ _id }: Pick<User, '_id'>): Promise<User> => client.fetchQuery({ ...users.one(_id), staleTime: 0 })

  /** `now`: the user as the server has them by then. */
  async function permissions(user: User, now: UserRecord, values: UserValues, isAdmin = values.isAdmin): Promise<void> {
    const changes = permissionChanges(user, values)
    const present = {
      deactivated: now.deactivated ?? user.deactivated,
      permissions: now.permissions ?? user.permissions,
      isAdmin,
    }
    const body = wholePermissions(present, changes)
    await sendPermissions({ id: user._id, changes, body })
  }

  /** Throws what the server refuses; what was done before that is not done twice when it is tried again. */
  async function save(user: User, values: UserValues): Promise<void> {
    const me = session.get()
    const now = await present(user)
    const [first, latest] = [valuesOf(user), valuesOf(now)]
    const before = known.current.get(user) ?? first
    known.current.set(user, latest)
    const as = (each: UserValues) => sent(user, each)
    refuseClash({ first: as(first), known: as(before), typed: as(values), now: as(latest) }, TERMS)
    // Their own name, or the admin flag that another one took, is not put back by a form that was opened before.
    const whole = overNow(first, values, latest, TERMS.isSame)
    if (me?._id === user._id) {
      // The other way round for oneself, and the flag last: without it, or with a new password, the rest would be refused.
      await permissions(user, now, values, now.isAdmin)
      const fresh = await account(user, whole)
      // A new password has ended every session, this one too.
      if (values.password) session.end(me.token)
      else session.renew(me.token, { ...me, ...fresh, permissions: fresh.permissions ?? me.permissions })
    } else {
      // Whoever is let back in becomes an admin with the department that does it, and not before.
      const isAdmin = now.deactivated ? now.isAdmin : whole.isAdmin
      await permissions(user, await account(user, { ...whole, isAdmin }), values, whole.isAdmin)
    }
    keys.forget()
    void client.invalidateQueries({ queryKey: users.key })
  }

  /** Answers the user as they are afterwards. */
  async function deactivate({ _id }: User): Promise<User> {
    await deactivateUser(_id)
    const user = await present({ _id })
    void client.invalidateQueries({ queryKey: users.list.queryKey })
    void client.invalidateQueries({ queryKey: users.managers.queryKey })
    return user
  }

  /** Gives back what the deactivation took. Answers the user as they are afterwards. */
  async function restore(user: User, before: User): Promise<User> {
    // The department is what lets them back in, none as well.
    await permissions(user, user, { ...valuesOf(before), dept: before.permissions.empType })
    void client.invalidateQueries({ queryKey: users.key })
    return await present(user)
  }

  return { save, deactivate, restore }
}
