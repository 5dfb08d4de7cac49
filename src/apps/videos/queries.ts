/** The queries of the videos screen. Their keys are spelled out only here. */
import { queryOptions } from '@tanstack/react-query'
import { getVideoAddress, listVideos } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'

export const videos = queryOptions({
  queryKey: ['videos'],
  // Other servers may have no videos.
  queryFn: ({ signal }) => unlessUnknown(send(listVideos, { signal }), []),
  meta: { persist: true },
})

/** Returns the query of the address of a video's file, fetched anew each time the video is opened. */
export const addressOf = (id: number) =>
  queryOptions({
    queryKey: ['video address', id],
    queryFn: ({ signal }) => send(getVideoAddress, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Each address is different, and a new one would restart a playing video.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    gcTime: 0,
  })
