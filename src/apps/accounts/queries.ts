/** Queries for account data. Their keys are written in this file only. */
import { queryOptions } from '@tanstack/react-query'
import { getPermissions, getProfile, getUser, listManagers, listUsers, type User } from '#contract/apps/accounts.ts'
import { DEACTIVATED } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { forForm } from '#src/api/for-form.ts'
import { USER_HEADER } from '#src/lib/page-and-worker.ts'

export const profile = queryOptions({
  queryKey: ['profile'],
  // An empty user header: the worker neither caches this response nor serves an older one. The device has the session.
  queryFn: ({ signal }) => send(getProfile, { headers: { [USER_HEADER]: '' }, signal }),
  // Permissions are changed elsewhere: each visit and each focus of the window refetches.
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

/** Key prefix of `notifications/queries.ts`; kept here because that file is loaded after the rest of the profile. */
export const notificationsKey = ['notifications'] as const

/**
 * Returns a user with permissions. On another server the permissions are a call of their own, and a deactivated user is
 * in the department `deactivated` (spec §4).
 */
export async function userWith(id: number, signal?: AbortSignal): Promise<User> {
  const user = await send(getUser, { params: { id }, signal })
  const held = user.permissions ?? (await send(getPermissions, { params: { id }, signal }))
  const isOut = held.empType === DEACTIVATED
  const permissions = isOut ? { ...held, empType: '' } : held
  return { ...user, ...(isOut ? { deactivated: true } : {}), permissions }
}

const usersKey = ['users'] as const

/** Queries for admins only. Their data is never kept on the device. */
export const users = {
  key: usersKey, // prefix of all keys below
  list: queryOptions({
    queryKey: [...usersKey, 'list'],
    queryFn: ({ signal }) => send(listUsers, { signal }),
    staleTime: 0,
  }),
  managers: queryOptions({
    queryKey: [...usersKey, 'managers'],
    queryFn: ({ signal }) => send(listManagers, { signal }),
    staleTime: 0,
  }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...usersKey, id],
      queryFn: ({ signal }) => userWith(id, signal),
      ...forForm,
    }),
}
