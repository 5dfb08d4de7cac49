/** What the screens read of the checklists; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getUser, listUsers } from '#contract/apps/accounts.ts'
import {
  type DoneUser,
  getDepartment,
  getTodo,
  listDoneUsers,
  listIncompleteUsers,
  listMyTasks,
  listTodos,
  listUserTasks,
  type MyTask,
  type UserTask,
} from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { forForm } from '#src/api/for-form.ts'
import { freshFor, queryClient } from '#src/api/query-client.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { mergeTasks } from './merge.ts'

const key = ['checklist'] as const

/** Others work on the same lists: what is on screen is asked for again while it is looked at. */
const LIST_MS = 15_000
const MINE_MS = 60_000
/** Two places on home show them, and need not come at the same moment. */
const MINE_AT_ONCE_MS = 2_000
export const TASKS_MS = 4_000

/** As our server has them; another may have another order (spec §9). */
const inOrder = (one: UserTask, other: UserTask) =>
  Number(one.isOffboarding) - Number(other.isOffboarding) || one.weight - other.weight

const mineKey = [...key, 'mine'] as const

export const checklists = {
  key, // everything below it
  incomplete: queryOptions({
    queryKey: [...key, 'incomplete'],
    queryFn: ({ signal }) => send(listIncompleteUsers, { signal }),
    meta: { persist: true },
    staleTime: 0,
    refetchInterval: LIST_MS,
  }),
  /** Null where the server has no such call. */
  done: queryOptions({
    queryKey: [...key, 'done'],
    queryFn: ({ signal }): Promise<DoneUser[] | null> => unlessUnknown(send(listDoneUsers, { signal }), null),
    meta: { persist: true },
    staleTime: 0,
    refetchInterval: LIST_MS,
  }),
  /** The tasks that are for this person. Null where the server has no such call. */
  mine: queryOptions({
    queryKey: mineKey,
    queryFn: async ({ signal }): Promise<MyTask[] | null> => {
      const list = await unlessUnknown(send(listMyTasks, { signal }), null)
      return list && mergeTasks(queryClient.getQueryData<MyTask[] | null>(mineKey) ?? undefined, list)
    },
    meta: { persist: true },
    staleTime: freshFor(MINE_AT_ONCE_MS),
    refetchInterval: MINE_MS,
  }),
  /** Of all people. */
  allTasks: [...key, 'tasks'] as const,
  tasks: (id: number) => {
    const queryKey = [...key, 'tasks', id] as const
    return queryOptions({
      queryKey,
      // An answer may be overtaken on its way by what the outbox brought.
      queryFn: async ({ signal }) => {
        const list = await send(listUserTasks, { params: { id }, signal })
        return mergeTasks(queryClient.getQueryData<UserTask[]>(queryKey), list.toSorted(inOrder))
      },
      meta: { persist: true },
      staleTime: 0,
      refetchInterval: TASKS_MS,
    })
  },
  /** Whom one can see off; not kept on the device either. */
  employees: queryOptions({
    queryKey: [...key, 'employees'],
    queryFn: ({ signal }) => send(listUsers, { signal }),
    staleTime: 0,
  }),
  /** Somebody who is on neither list; not kept on the device, as no other user's record is. */
  person: (id: number) =>
    queryOptions({
      queryKey: [...key, 'person', id],
      queryFn: ({ signal }) => send(getUser, { params: { id }, signal }),
      staleTime: 0,
    }),
}

export const department = (id: number) =>
  queryOptions({
    queryKey: [...key, 'department', id],
    queryFn: ({ signal }) => send(getDepartment, { params: { id }, signal }),
    ...forForm,
  })

const todosKey = ['todos'] as const

export const todos = {
  all: queryOptions({
    queryKey: [...todosKey, 'all'],
    queryFn: ({ signal }) => send(listTodos, { signal }),
    meta: { persist: true },
    staleTime: 0,
  }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...todosKey, id],
      queryFn: ({ signal }) => send(getTodo, { params: { id }, signal }),
      ...forForm,
    }),
}
