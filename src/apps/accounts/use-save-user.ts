/** Saves what the user form holds: the account, then what has changed of the permissions (spec §4, §7). */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type User, type UserRecord, updateUser } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { changePermissions, deactivateUser } from '#src/api/permissions.ts'
import { session } from '#src/api/session.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { users } from './queries.ts'
import { accountOf, permissionChanges, type UserValues } from './user-values.ts'

export function useSaveUser() {
  const client = useQueryClient()
  const [keys] = useState(repeatKeys)

  async function account(user: User, values: UserValues): Promise<UserRecord> {
    const body = accountOf(user, values)
    return await send(updateUser, { params: { id: user._id }, body, headers: keys.headers('account', body) })
  }

  async function permissions(user: User, values: UserValues): Promise<void> {
    const body = permissionChanges(user, values)
    const isAdmin = values.isAdmin
    if (body) await changePermissions(user._id, () => ({ ...user, isAdmin }), body, keys.headers('permissions', body))
  }

  /** Throws what the server refuses; what was done before that is not done twice when it is tried again. */
  async function save(user: User, values: UserValues): Promise<void> {
    const me = session.get()
    if (me?._id === user._id) {
      // The other way round for oneself: without the admin flag, or with a new password, the rest would be refused.
      await permissions(user, values)
      const fresh = await account(user, values)
      // A new password has ended every session, this one too.
      if (values.password) session.end(me.token)
      else session.renew(me.token, { ...me, ...fresh, permissions: fresh.permissions ?? me.permissions })
    } else {
      await account(user, values)
      await permissions(user, values)
    }
    keys.forget()
    void client.invalidateQueries({ queryKey: users.key })
  }

  /** Answers the user as they are afterwards. */
  async function deactivate({ _id }: User): Promise<User> {
    await deactivateUser(_id, keys.headers('deactivation'))
    const user = await client.fetchQuery({ ...users.one(_id), staleTime: 0 })
    keys.forget()
    void client.invalidateQueries({ queryKey: users.list.queryKey })
    void client.invalidateQueries({ queryKey: users.managers.queryKey })
    return user
  }

  return { save, deactivate }
}
