/** What the screens read about accounts; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getProfile, getUser, listManagers, listUsers } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'

export const profile = queryOptions({
  queryKey: ['profile'],
  // In nobody's name: the worker neither keeps this answer nor gives an older one. The session is what the device knows.
  queryFn: ({ signal }) => send(getProfile, { headers: { 'X-Foyer-User': '' }, signal }),
  // What a person may do changes elsewhere; each visit and each look at the window asks again.
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

const usersKey = ['users'] as const

/** What only admins read of people. None of it is ever kept on the device (design.md §6). */
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
  /** What a form begins with: read anew each time, and never under somebody's hands. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...usersKey, id],
      queryFn: ({ signal }) => send(getUser, { params: { id }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
}
