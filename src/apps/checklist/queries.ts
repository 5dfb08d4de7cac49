/** The queries of the checklists. Their keys are spelled out only here. */
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
import { queryClient, staleTimeFor } from '#src/api/query-client.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { mergeTasks } from './merge.ts'

const key = ['checklist'] as const

/** Polling interval of the lists on screen, since several admins work on them. */
const LIST_MS = 15_000
const MINE_MS = 60_000
/** Two parts of the home page show the tasks; mounted within this time, they share one request. */
const MINE_AT_ONCE_MS = 2_000
const TASKS_MS = 4_000

/** Sorts as our server does; other servers may return another order (spec §9). */
const inOrder = (one: UserTask, other: UserTask) =>
  Number(one.isOffboarding) - Number(other.isOffboarding) || one.weight - other.weight

const mineKey = [...key, 'mine'] as const

export const checklists = {
  key, // prefix of all keys below
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
  /** The signed-in person's tasks. Null where the server has no such call. */
  mine: queryOptions({
    queryKey: mineKey,
    queryFn: async ({ signal }): Promise<MyTask[] | null> => {
      const list = await unlessUnknown(send(listMyTasks, { signal }), null)
      return list && mergeTasks(queryClient.getQueryData<MyTask[] | null>(mineKey) ?? undefined, list)
    },
    meta: { persist: true },
    staleTime: staleTimeFor(MINE_AT_ONCE_MS),
    refetchInterval: MINE_MS,
  }),
  /** Key prefix of everybody's tasks. */
  allTasks: [...key, 'tasks'] as const,
  tasks: (id: number) => {
    const queryKey = [...key, 'tasks', id] as const
    return queryOptions({
      queryKey,
      // The outbox may have brought a newer state of a task while this answer was on its way, so the two are merged.
      queryFn: async ({ signal }) => {
        const list = await send(listUserTasks, { params: { id }, signal })
        return mergeTasks(queryClient.getQueryData<UserTask[]>(queryKey), list.toSorted(inOrder))
      },
      meta: { persist: true },
      staleTime: 0,
      refetchInterval: TASKS_MS,
    })
  },
  /** The users who can be offboarded. Not kept on the device, as no list of users is. */
  employees: queryOptions({
    queryKey: [...key, 'employees'],
    queryFn: ({ signal }) => send(listUsers, { signal }),
    staleTime: 0,
  }),
  /** A person who is on neither list. Not kept on the device, as no other user's record is. */
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
