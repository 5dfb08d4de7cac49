/** The query of the list of displays; in a file of its own, since hardly anybody opens that list. */
import { queryOptions } from '@tanstack/react-query'
import { listDisplays } from '#contract/apps/displays.ts'
import { send } from '#src/api/call.ts'

/** Polled while on screen, since the time when each display was last seen is all there is to watch. */
export const displays = queryOptions({
  queryKey: ['onbreak', 'displays'],
  queryFn: ({ signal }) => send(listDisplays, { signal }),
  staleTime: 0,
  refetchInterval: 10_000,
  meta: { persist: true },
})
