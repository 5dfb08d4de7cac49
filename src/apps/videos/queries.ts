/** What the screen reads of the videos; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getVideoAddress, listVideos } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'

export const videos = queryOptions({
  queryKey: ['videos'],
  // Another server may have none of this.
  queryFn: ({ signal }) => unlessUnknown(send(listVideos, { signal }), []),
  meta: { persist: true },
})

/** Where the file of a video plays; asked anew each time somebody opens it. */
export const addressOf = (id: number) =>
  queryOptions({
    queryKey: ['video address', id],
    queryFn: ({ signal }) => send(getVideoAddress, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Each address is another: a film that plays would begin anew.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    gcTime: 0,
  })
