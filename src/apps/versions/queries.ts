/** What the screens read of the release notes; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getVersion, listVersions } from '#contract/apps/versions.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'

const key = ['versions'] as const

const list = queryOptions({
  queryKey: [...key, 'all'],
  // Another server may have another order (spec §2).
  queryFn: async ({ signal }) => (await send(listVersions, { signal })).toSorted((a, b) => b._id - a._id),
  meta: { persist: true },
})

export const versions = {
  key, // everything below it
  /** Newest first. */
  list,
  /** For the editor: what the list holds does until the server answers, and without a line for good. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => send(getVersion, { params: { id }, signal }),
      initialData: () => queryClient.getQueryData(list.queryKey)?.find(({ _id }) => _id === id),
      initialDataUpdatedAt: () => queryClient.getQueryState(list.queryKey)?.dataUpdatedAt,
      meta: { persist: true },
    }),
}
