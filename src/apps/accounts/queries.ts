/** What the screens read about accounts; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getPermissions, getProfile, getUser, listManagers, listUsers, type User } from '#contract/apps/accounts.ts'
import { DEACTIVATED } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { forForm } from '#src/api/for-form.ts'
import { USER_HEADER } from '#src/lib/page-and-worker.ts'

export const profile = queryOptions({
  queryKey: ['profile'],
  // In nobody's name: the worker neither keeps this answer nor gives an older one. The session is what the device knows.
  queryFn: ({ signal }) => send(getProfile, { headers: { [USER_HEADER]: '' }, signal }),
  // What a person may do changes elsewhere; each visit and each look at the window asks again.
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

/** What is asked for in `notifications/queries.ts`, which comes after the rest of the profile. */
export const notificationsKey = ['notifications'] as const

/** Of another server the permissions are a call of their own, and who is deactivated is in a department of that name (spec §4). */
export async function userWith(id: number, signal?: AbortSignal): Promise<User> {
  const user = await send(getUser, { params: { id }, signal })
  const held = user.permissions ?? (await send(getPermissions, { params: { id }, signal }))
  const isOut = held.empType === DEACTIVATED
  const permissions = isOut ? { ...held, empType: '' } : held
  return { ...user, ...(isOut ? { deactivated: true } : {}), permissions }
}

const usersKey = ['users'] as const

/** What only admins read of people. None of it is ever kept on the device. */
export const users = {
  key: usersKey, // everything below it
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
