/** What the list of displays reads: by itself, for hardly anybody opens it. */
import { queryOptions } from '@tanstack/react-query'
import { listDisplays } from '#contract/apps/displays.ts'
import { send } from '#src/api/call.ts'

/** Read anew while it is looked at: when each was seen last is all there is to watch. */
export const displays = queryOptions({
  queryKey: ['onbreak', 'displays'],
  queryFn: ({ signal }) => send(listDisplays, { signal }),
  staleTime: 0,
  refetchInterval: 10_000,
  meta: { persist: true },
})
