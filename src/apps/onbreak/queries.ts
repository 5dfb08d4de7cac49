/** Queries of the board. Their keys are written in this file only. */
import { queryOptions } from '@tanstack/react-query'
import { getBoard, getBreak, getMyBreak, listBreakTypes, listBuiltInBreakTypes } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { send } from '#src/api/call.ts'
import { Unreachable } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { newer } from '#src/lib/newer.ts'
import { merge } from './merge.ts'

const boardKey = ['onbreak', 'board'] as const

/** Number of full lists from the socket so far: a GET that was sent before the last of them is out of date. */
let lists = 0
export const noteFullList = (): void => {
  lists++
}

export const board = queryOptions({
  queryKey: boardKey,
  queryFn: async ({ signal }): Promise<LiveMessage[]> => {
    const before = lists
    const held = () => queryClient.getQueryData<LiveMessage[]>(boardKey) ?? []
    const list = await unlessUnknown(send(getBoard, { signal }), null)
    // Another server has no such call: there the board comes from the socket alone, and what is held is as old as it was.
    if (!list) throw new Unreachable()
    return before === lists ? merge(held(), list) : held()
  },
  meta: { persist: true },
})

const mineKey = ['onbreak', 'mine'] as const

export const myBreak = queryOptions({
  queryKey: mineKey,
  // The socket or the outbox may bring a newer record while the response is on its way.
  queryFn: async ({ signal }) => newer(await send(getMyBreak, { signal }), queryClient.getQueryData(mineKey)),
  meta: { persist: true },
})

export const breakOf = (id: number) => {
  const queryKey = ['onbreak', 'of', id] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      newer(await send(getBreak, { params: { id }, signal }), queryClient.getQueryData(queryKey)),
    meta: { persist: true },
  })
}

export const breakTypes = queryOptions({
  queryKey: ['onbreak', 'types'],
  queryFn: ({ signal }) => send(listBreakTypes, { signal }),
  meta: { persist: true },
})

/** Lunch and Break with their planned minutes. */
export const builtInTypes = queryOptions({
  queryKey: ['onbreak', 'built-in-types'],
  // Another server has no such call, and no planned minutes.
  queryFn: ({ signal }) => unlessUnknown(send(listBuiltInBreakTypes, { signal }), []),
  meta: { persist: true },
})
