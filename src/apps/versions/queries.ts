/** The queries of the release notes. Their keys are spelled out only here. */
import { queryOptions } from '@tanstack/react-query'
import { getVersion, listVersions } from '#contract/apps/versions.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'

const key = ['versions'] as const

const list = queryOptions({
  queryKey: [...key, 'all'],
  // Other servers may return another order (spec §2).
  queryFn: async ({ signal }) => (await send(listVersions, { signal })).toSorted((a, b) => b._id - a._id),
  meta: { persist: true },
})

export const versions = {
  key, // prefix of all keys below
  /** Newest first. */
  list,
  /**
   * Returns the query of the editor. The cached list provides the version until the server answers, and all the time
   * while offline.
   */
  one: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => send(getVersion, { params: { id }, signal }),
      initialData: () => queryClient.getQueryData(list.queryKey)?.find(({ _id }) => _id === id),
      initialDataUpdatedAt: () => queryClient.getQueryState(list.queryKey)?.dataUpdatedAt,
      meta: { persist: true },
    }),
}
